/** `npm run docs`: writes the file given. */
import { writeFileSync } from "node:fs"
import { renderReadme } from "./readme.ts"

writeFileSync(process.argv[2], await renderReadme())
