/** JSON data: what crosses between programs and the host. */
export type DataValue = null | boolean | number | string | readonly DataValue[] | { readonly [key: string]: DataValue }
