/** The project's folder. */
export const root: string

/** Bundles entry points, given from the project's folder, and answers the new folder that holds them as `<entry>.mjs`. Whoever asked removes it. */
export function bundle(name: string, entryPoints: readonly string[]): Promise<string>
