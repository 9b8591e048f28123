declare module "qs" {
  const qs: {
    readonly stringify: (
      value: unknown,
      options: { readonly arrayFormat: "indices"; readonly format: "RFC1738"; readonly skipNulls: boolean }
    ) => string
  }
  export default qs
}
