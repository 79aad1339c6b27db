/** Returns the members of `all` that are not in `others`. */
export const subtract = <Member>(all: Iterable<Member>, others: ReadonlySet<Member>): Set<Member> =>
  new Set([...all].filter((member) => !others.has(member)));

/** Whether `others` contains every member of `all`. */
export const isSubset = <Member>(all: Iterable<Member>, others: ReadonlySet<Member>): boolean =>
  subtract(all, others).size === 0;

/** Whether the two have a common member. */
export const intersects = <Member>(all: Iterable<Member>, others: ReadonlySet<Member>): boolean =>
  [...all].some((member) => others.has(member));
