import type { Group } from '../data/model.ts';
import { respondWithList } from '../http/pages.ts';
import type { HandlerRequest, LedgerlineHandler, ViewExtent } from '../http/request.ts';

/** Returns the groups that directly contain a terminal that the caller sees. */
export function listVisibleGroups({ data, view }: HandlerRequest, extent: ViewExtent = 'own'): readonly Group[] {
  const seen = data.terminals.filter(({ id }) => view.sees(id, extent)).map(({ groupId }) => groupId);
  return data.groups.filter(({ id }) => seen.includes(id));
}

/** Returns the visible terminals of a group and of its subgroups; none for a hidden group. */
export function listGroupMembers(request: HandlerRequest, groupId: string, extent: ViewExtent): Set<string> {
  const { data, view } = request;
  if (!listVisibleGroups(request, extent).some(({ id }) => id === groupId)) return new Set();
  const isWithin = (id: string | undefined): boolean =>
    id !== undefined && (id === groupId || isWithin(data.groups.find((group) => group.id === id)?.parentId));
  const members = data.terminals.filter((terminal) => isWithin(terminal.groupId) && view.sees(terminal.id, extent));
  return new Set(members.map(({ id }) => id));
}

/** `GET /v1/terminal-groups`. */
export const terminalGroups: LedgerlineHandler = (request) =>
  respondWithList(request, listVisibleGroups(request), (group) => presentGroup(group, request));

/** Returns a group with its direct visible terminals; names its parent if that is visible too. */
export function presentGroup({ id, name, parentId }: Group, request: HandlerRequest) {
  const { data, view, hasFault } = request;
  const extent: ViewExtent = hasFault('scope-groups-show-all-members') ? 'customer' : 'own';
  const isParentSeen = listVisibleGroups(request).some((group) => group.id === parentId);
  return {
    id,
    name,
    ...(parentId !== undefined && isParentSeen ? { within: parentId } : {}),
    terminals: data.terminals.filter((one) => one.groupId === id && view.sees(one.id, extent)).map((one) => one.id),
  };
}
