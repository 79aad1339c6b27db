import type { Ask, Handler, Reach } from './ask.ts';
import { bareList } from './pages.ts';
import type { Group } from './records.ts';

/** The groups of which the caller sees a terminal that stands directly in them. */
export function groupsSeen({ books, view }: Ask, reach: Reach = 'own'): readonly Group[] {
  const seen = books.terminals.filter(({ id }) => view.sees(id, reach)).map(({ groupId }) => groupId);
  return books.groups.filter(({ id }) => seen.includes(id));
}

/** The visible terminals of a group and of the groups within it; none of a group that is not visible. */
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

/** A group with the visible terminals that stand directly in it; its parent is named if that is visible too. */
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
