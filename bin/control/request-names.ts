import type { SandboxOperationId } from '../../spec/sandbox-contract.ts';

/**
 * The operations that a command calls, and the option or argument that sets each part of the request. Error messages name
 * the option that the user typed, not the member that was sent.
 */
export interface RequestNames {
  readonly operations: readonly SandboxOperationId[];
  /** By JSON pointer into the body, or name of a query parameter; `*` matches any one segment. Arguments are in capitals. */
  readonly names: OptionNames;
  /** Options that are not part of a request. */
  readonly local?: readonly string[];
}

export type OptionNames = Readonly<Record<string, string>>;

/**
 * Returns the option that set a part of a request, followed by the rest of the pointer if the option takes names. Returns
 * the pointer or parameter itself if no option set it.
 */
export function findTypedName(names: OptionNames, place: string): string {
  const segments = place.split('/');
  const [best] = Object.entries(names)
    .map(([pattern, option]) => ({ parts: pattern.split('/'), option }))
    .filter(({ parts }) => parts.every((part, at) => segments[at] === part || (part === '*' && at < segments.length)))
    .toSorted((a, b) => b.parts.length - a.parts.length);
  if (best === undefined) return place;
  const rest = segments.slice(best.parts.length).filter((segment) => !/^\d+$/.test(segment));
  return [best.option, ...rest.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))].join(' ');
}
