/** Throws for a value that the type system excludes. Ends a `switch` over a union: a missing case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
