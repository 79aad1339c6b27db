/** The schemas of HAR 1.2 by their names; the package brings no types. */
declare module 'har-schema' {
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
