/** Names in texts for people and models. Whoever made a name decides how long it is; a text stays readable. */

/** The longest name that a message repeats in full, in UTF-16 units. */
export const LONGEST_NAME = 200

/** A name as a message shows it: in full, or its beginning and an ellipsis. */
export const nameText = (name: string, longest = LONGEST_NAME): string => {
  if (name.length <= longest) return name
  const last = name.charCodeAt(longest - 1)
  // Half a surrogate pair is no text.
  return `${name.slice(0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest)}…`
}
