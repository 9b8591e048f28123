/** What the weighted ranking knows of English: word stems, words that carry nothing, and verbs that mean the same. */

/** Words that say nothing about which tool is meant. They count where a query has no others. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those it its is are was were be been do does did of to for from in on at by with without " +
    "into onto via as and or but if then than so not no any some all every each which what whether how please can could " +
    "should would may will want need there here their his her our your us we you he she they them own someone something " +
    "s t"
  ).split(" ")
)

const VOWEL = /[aeiouy]/

/** `stopp` → `stop`; `call` and `press` stay. */
const undouble = (word: string): string => {
  const last = word.at(-1)!
  return word.length > 3 && last === word.at(-2) && !"lsz".includes(last) ? word.slice(0, -1) : word
}

const withoutSuffix = (word: string, suffix: string): string | undefined => {
  if (!word.endsWith(suffix)) return undefined
  const rest = word.slice(0, -suffix.length)
  return rest.length >= 3 && VOWEL.test(rest) ? undouble(rest) : undefined
}

const singular = (word: string): string => {
  if (word.length < 4 || !word.endsWith("s")) return word
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1)
}

/** The part of a word that its plural, its past and its `-ing` share. Not always a word itself: `delete` → `delet`. */
export const stemOf = (word: string): string => {
  const base = singular(word)
  const bare = withoutSuffix(base, "ing") ?? withoutSuffix(base, "ed") ?? withoutSuffix(base, "ee") ?? base
  return bare.length > 3 && bare.endsWith("e") ? bare.slice(0, -1) : bare
}

/**
 * Verbs in groups: those that tools are named by, a colon, those that are asked for instead. The first mean the same; the
 * second stand for the first and the other way round, but not for each other: to publish may be to create and to draft
 * may be, yet to publish is not to draft.
 */
const VERBS: ReadonlyArray<string> = [
  "get read retrieve fetch show view describe: see display inspect load lookup look check tell print obtain download open give find details",
  "list: enumerate browse show view see get index fetch all",
  "search find query: lookup look locate filter list",
  "create add new make post insert: register open start begin provision launch spin submit draft publish write put build generate set setup issue record upload send save initiate file grant take order buy book place schedule define declare",
  "update edit modify change patch: set replace put post alter adjust configure write rename move close reopen archive suspend pause resume enable disable restart promote customize mark submit resize scale restrict limit allow upgrade switch tweak fix reset",
  "delete remove destroy drop: erase clear discard unset uninstall revoke purge wipe cancel kill terminate clean forget unlink",
  "add assign attach: connect link associate apply upload join bind grant give include put tag",
  "remove detach unassign: disconnect unlink dissociate untag",
  "run execute exec trigger: dispatch start launch invoke call perform kick",
  "start: begin launch boot resume run",
  "stop cancel: halt abort terminate kill end interrupt",
  "download export get: fetch save",
  "upload import: create post add send attach",
  "send: deliver post publish notify create email",
  "approve accept: confirm review allow",
  "reject decline deny dismiss: refuse",
  "invite: invitation add",
  "subscribe follow watch: subscription create",
  "star: like favorite favourite",
  "copy clone fork duplicate:",
  "verify validate check test:",
  "grant: give binding role permission",
  "action: reboot restart power shutdown snapshot resize rebuild attach detach assign rename enable disable"
]

/** Asked-for verbs that are the names of things as well: a tool's name with one of them is not about the deed. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  "issue record file order draft book setup set put tag email display check index filter details fix limit group mark build role binding permission subscription invitation action snapshot power test review print watch share buy"
    .split(" ")
    .map((word) => stemOf(word))
)

/** Other words for the same thing, in the vocabulary of programs; laid out as {@link VERBS} is. */
const NOUNS: ReadonlyArray<string> = [
  "repository repo",
  "organization organisation org",
  "database db",
  "configuration config setting",
  "information info detail",
  "authentication auth login",
  "authenticated: me my myself mine i current whoami logged",
  "permission access right role",
  "person people",
  "user: person people member account profile",
  "account: profile",
  "member membership collaborator",
  "subscribe subscription",
  "message msg",
  "picture image photo",
  "directory dir folder",
  "file content asset document",
  "machine vm instance: server",
  "log: output",
  "metric usage statistic stat",
  "reply response comment",
  "emoji reaction react: thumb",
  "environment env",
  "variable var",
  "certificate cert ssl tls",
  "relation relationship: link connection",
  "order: purchase buy",
  "inventory stock"
]

/** Turns of speech, and the words that tools are named by instead. */
const PHRASES: ReadonlyArray<readonly [said: ReadonlyArray<string>, meant: ReadonlyArray<string>]> = (
  [
    ["who am i", "get authenticated user account"],
    ["logged in", "authenticated"],
    ["signed in", "authenticated"],
    ["look up", "lookup"],
    ["set up", "create"],
    ["spin up", "create"],
    ["bring up", "create"],
    ["sign up", "register"],
    ["shut down", "stop"],
    ["turn off", "disable"],
    ["turn on", "enable"],
    ["get rid of", "delete"],
    ["take down", "delete"],
    ["kick off", "start"],
    ["log out", "logout"],
    ["sign out", "logout"],
    ["log in", "login"],
    ["sign in", "login"],
    ["how big", "size"],
    ["how large", "size"],
    ["how many", "count"]
  ] as const
).map(([said, meant]) => [said.split(" "), meant.split(" ")] as const)

/** The words of a query with turns of speech replaced. */
export const withoutPhrases = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = 0; at < words.length;) {
    const phrase = PHRASES.find(([said]) => said.every((word, index) => words[at + index] === word))
    found.push(...(phrase === undefined ? [words[at]!] : phrase[1]))
    at += phrase === undefined ? 1 : phrase[0].length
  }
  return found
}

const ENDINGS = ["ation", "ition", "ion", "ment", "ance", "ence", "able", "ive", "ity", "er", "or", "at", "al"]

/** What a stem shares with words made from it: `protect` for `protection`, `deploy` for `deployment`. */
export const rootOf = (stem: string): string => {
  const ending = ENDINGS.find((end) => stem.endsWith(end) && stem.length - end.length >= 4)
  return ending === undefined ? stem : stem.slice(0, -ending.length)
}

/** How much a verb counts for another that means the same, for one that may, and a noun for another of its group. */
const SAME = 0.85
const NEAR = 0.55
const NOUN = 0.7

const alternatives = (): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const all = new Map<string, Map<string, number>>()
  const relate = (ones: ReadonlyArray<string>, others: ReadonlyArray<string>, weight: number): void => {
    for (const one of ones) {
      const known = all.get(one) ?? new Map<string, number>()
      all.set(one, known)
      for (const other of others) if (other !== one) known.set(other, Math.max(weight, known.get(other) ?? 0))
    }
  }
  const stems = (text: string): ReadonlyArray<string> =>
    text
      .split(" ")
      .filter((word) => word !== "")
      .map(stemOf)
  for (const group of VERBS) {
    const [named, asked] = group.split(":").map(stems) as [ReadonlyArray<string>, ReadonlyArray<string>]
    relate(named, named, SAME)
    relate(
      named,
      asked.filter((verb) => !AMBIGUOUS.has(verb)),
      NEAR
    )
    relate(asked, named, NEAR)
  }
  for (const group of NOUNS) {
    const [named, asked = []] = group.split(":").map(stems)
    relate(named!, named!, NOUN)
    relate(asked, named!, NOUN)
  }
  return all
}

const ALTERNATIVES = alternatives()

/** Stems that may stand for a stem, with how much they count; the stem itself is not among them. */
export const alternativesOf = (stem: string): ReadonlyMap<string, number> => ALTERNATIVES.get(stem) ?? new Map()

/** What kinds of deed a verb may be, as bits. Deeds without a bit in common are not the same deed. */
const DEEDS: ReadonlyArray<readonly [bit: number, verbs: string]> = [
  [
    1,
    "get read retrieve fetch show view describe list search find query lookup look check download export watch preview see display inspect enumerate browse compare verify validate count print tell"
  ],
  [
    2,
    "create add new make post insert register upload import send start run execute exec trigger open attach assign connect publish submit invite fork copy clone subscribe follow star issue record put apply generate build launch provision deploy grant enable accept approve give request save write initiate install"
  ],
  [
    4,
    "update edit modify change patch set replace put post rename move close reopen archive enable disable suspend pause resume restart reboot approve accept decline reject confirm lock unlock transfer merge mark submit assign attach detach scale resize upgrade configure restrict cancel stop protect customize add remove promote rotate write expire void finalize capture"
  ],
  [
    8,
    "delete remove destroy drop clear revoke detach unassign cancel stop purge unfollow unstar unsubscribe dismiss void expire close end uninstall disconnect erase wipe terminate reject decline"
  ]
]

const deeds = new Map<string, number>()
for (const [bit, verbs] of DEEDS) {
  for (const verb of verbs.split(" ").map(stemOf)) deeds.set(verb, (deeds.get(verb) ?? 0) | bit)
}

/** The deeds that a stem may name; 0 for what is no verb. */
export const deedsOf = (stem: string): number => deeds.get(stem) ?? 0
