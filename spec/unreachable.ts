/** Ends a `switch` over a union: the compiler rejects a missing case. Throws if the value is of an unknown kind. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
