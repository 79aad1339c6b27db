import type { Ask, Handler, Reach } from './ask.ts';
import { bareList } from './pages.ts';
import type { Group } from './records.ts';

/** Returns the groups that directly contain a terminal that the caller sees. */
export function groupsSeen({ books, view }: Ask, reach: Reach = 'own'): readonly Group[] {
  const seen = books.terminals.filter(({ id }) => view.sees(id, reach)).map(({ groupId }) => groupId);
  return books.groups.filter(({ id }) => seen.includes(id));
}

/** Returns the visible terminals of a group and of its subgroups; none for a hidden group. */
export function membersOfGroup(ask: Ask, groupId: string, reach: Reach): Set<string> {
  const { books, view } = ask;
  if (!groupsSeen(ask, reach).some(({ id }) => id === groupId)) return new Set();
  const isWithin = (id: string | undefined): boolean =>
    id !== undefined && (id === groupId || isWithin(books.groups.find((group) => group.id === id)?.parentId));
  const members = books.terminals.filter((terminal) => isWithin(terminal.groupId) && view.sees(terminal.id, reach));
  return new Set(members.map(({ id }) => id));
}

/** `GET /v1/terminal-groups`. */
export const terminalGroups: Handler = (ask) => bareList(ask, groupsSeen(ask), (group) => presentGroup(group, ask));

/** Returns a group with its direct visible terminals; names its parent if that is visible too. */
export function presentGroup({ id, name, parentId }: Group, ask: Ask) {
  const { books, view, broken } = ask;
  const reach: Reach = broken('scope-groups-show-all-members') ? 'customer' : 'own';
  const isParentSeen = groupsSeen(ask).some((group) => group.id === parentId);
  return {
    id,
    name,
    ...(parentId !== undefined && isParentSeen ? { within: parentId } : {}),
    terminals: books.terminals.filter((one) => one.groupId === id && view.sees(one.id, reach)).map((one) => one.id),
  };
}
