import type { TerminalGroup } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import type { VisibleGroup } from '../../world/state/tenant.ts';
import { buildListReply, readPageRequest } from '../lists/paging.ts';
import { sortByName } from '../lists/sort-by-name.ts';

/**
 * Returns the visible groups, sorted by name, each with its visible terminals only. @see clauses groups.list,
 * scope.response
 */
export const listTerminalGroups: Handler<'listTerminalGroups'> = (scope, { query }) => {
  const pageRequest = readPageRequest(scope, 'listTerminalGroups', query);
  if ('problem' in pageRequest) return pageRequest;
  const groups = sortByName(pageRequest.scope.groups, ({ fixture }) => ({ name: fixture.name, id: fixture.groupId }));
  return buildListReply(pageRequest, groups, { present: presentGroup });
};

function presentGroup({ fixture, parentGroupId, terminals }: VisibleGroup): TerminalGroup {
  return {
    group_id: fixture.groupId,
    name: fixture.name,
    group_kind: fixture.groupKind,
    parent_group_id: parentGroupId,
    account_id: fixture.accountId,
    terminal_count: terminals.length,
    terminal_ids: terminals.map(({ terminalId }) => terminalId),
    created_at: fixture.createdAt,
  };
}
