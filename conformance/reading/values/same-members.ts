/** Deeper members are contents. */
const DEEPEST = 4;

/**
 * Whether two bodies have the same members with any values: a service may answer refusals with a success, and then answers two
 * unknown ids alike.
 */
export const haveSameMembers = (one: unknown, other: unknown): boolean =>
  JSON.stringify(listMembers(one, DEEPEST)) === JSON.stringify(listMembers(other, DEEPEST));

const listMembers = (value: unknown, depth: number): unknown =>
  typeof value !== 'object' || value === null || depth === 0
    ? ''
    : Object.entries(value).map(([name, inner]) => [name, listMembers(inner, depth - 1)]);
