/** What a program is told when it uses syntax that is not available: what it met, and what to write instead. */
import type { LooseNode } from "./erase.ts"
import { SyntaxFailure } from "./failure.ts"
import type { Refusal } from "./parser.ts"

const unsupported = (position: number, message: string, suggestion: string): SyntaxFailure =>
  new SyntaxFailure({ kind: "UnsupportedSyntax", message, position, suggestions: [suggestion] })

const withoutModules =
  "Remove it. Everything a program can reach is a global: call tools through `tools`, and use the standard library."

const modules: Record<Refusal["what"], readonly [message: string, suggestion: string]> = {
  import: ["`import` is not available: programs have no modules.", withoutModules],
  export: [
    "`export` is not available: a program is the body of one async function.",
    "Remove `export`, and end the program with `return value`."
  ],
  dynamicImport: ["`import()` is not available: programs have no modules.", withoutModules],
  importMeta: ["`import.meta` is not available: programs have no modules.", withoutModules]
}

/** The failure for module syntax. */
export const refusedModule = ({ node, what }: Refusal): SyntaxFailure => unsupported(node.start, ...modules[what])

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return typeof name === "string" ? name : typeof value === "string" ? value : "Name"
}

/** The longest rewrite that is spelled out in full. */
const MAX_REWRITE = 200

/** `enum A { B, C = 2 }` as the object that JavaScript would write; a placeholder where a value is computed. */
const enumRewrite = (node: LooseNode, source: string): string => {
  const members = (node.members as LooseNode[] | undefined) ?? []
  let next: number | null = 0
  const entries: string[] = []
  for (const member of members) {
    const key = source.slice((member.id as LooseNode).start, (member.id as LooseNode).end)
    const initializer = member.initializer as LooseNode | undefined
    if (initializer) {
      const text = source.slice(initializer.start, initializer.end)
      next = /^-?\d+$/.test(text) ? Number(text) + 1 : null
      entries.push(`${key}: ${text}`)
    } else {
      entries.push(`${key}: ${next ?? "…"}`)
      if (next !== null) next++
    }
  }
  const rewrite = `const ${nameOf(node.id)} = { ${entries.join(", ")} }`
  return rewrite.length <= MAX_REWRITE ? rewrite : `const ${nameOf(node.id)} = { ${entries[0]}, … }`
}

const parameterName = (node: LooseNode): string => {
  const parameter = node.parameter as LooseNode | undefined
  return nameOf(parameter?.type === "AssignmentPattern" ? parameter.left : parameter)
}

/** The failure for TypeScript that would have to be compiled, not just erased. */
export const refusedTypeScript = (node: LooseNode, source: string): SyntaxFailure => {
  switch (node.type) {
    case "TSEnumDeclaration":
      return unsupported(
        node.start,
        "`enum` is not available: TypeScript is accepted only where erasing the types leaves JavaScript.",
        `Write an object: ${enumRewrite(node, source)}`
      )
    case "TSModuleDeclaration": {
      const name = nameOf(node.id)
      return unsupported(
        node.start,
        "A `namespace` with values is not available: TypeScript is accepted only where erasing the types leaves JavaScript.",
        `Write an object: const ${name} = { … }, or move its contents to the top level.`
      )
    }
    case "TSParameterProperty": {
      const name = parameterName(node)
      return unsupported(
        node.start,
        "Parameter properties are not available: TypeScript is accepted only where erasing the types leaves JavaScript.",
        `Declare the parameter without a modifier and assign it in the constructor: this.${name} = ${name}`
      )
    }
    case "Decorator":
      return unsupported(
        node.start,
        "Decorators are not available.",
        "Call the function yourself: wrap the class or the method where it is defined, as in `const Logged = logged(class { … })`."
      )
    case "AccessorProperty":
    case "PropertyDefinition":
      return unsupported(
        node.start,
        "`accessor` fields are not available.",
        `Write a private field with a getter and a setter: #${nameOf(node.key)}; get ${nameOf(node.key)}() { … } set ${nameOf(node.key)}(value) { … }`
      )
    case "TSImportEqualsDeclaration":
      return unsupported(node.start, ...modules.import)
    case "TSExportAssignment":
    case "TSNamespaceExportDeclaration":
      return unsupported(node.start, ...modules.export)
    default:
      return unsupported(
        node.start,
        `This TypeScript syntax is not available (${node.type}).`,
        "Write the same in JavaScript."
      )
  }
}
