import type { PortalSnapshot } from '../../../../spec/index.ts';
import { readService } from '../core/call-service.ts';
import { defineTool, takes, text, wholeNumber } from '../core/tool.ts';

const DEFAULT_LIMIT = 50;

interface Arguments {
  readonly user_id?: string;
  readonly query?: string;
  readonly limit?: number;
}

/** Lists the terminals that a user sees. */
export const listTerminals = defineTool<Arguments>({
  name: 'list_terminals',
  title: 'List terminals',
  description: 'Lists the terminals that a user sees, with groups and connectors of the user.',
  isReadOnly: true,
  arguments: takes({
    user_id: text(
      "The user, such as usr_nw_admin; needed with the operator's token. Default: the user of the key.",
      64,
    ),
    query: text('Only terminals whose data contains this text, such as an id, a name or a state.'),
    limit: wholeNumber(`How many terminals at most. Default: ${DEFAULT_LIMIT}.`, { minimum: 1, maximum: 500 }),
  }),
  async run({ user_id: userId, query = '', limit = DEFAULT_LIMIT }, connection) {
    const portal = await readService<PortalSnapshot>(connection, '/v1/portal', await connection.findKey(userId));
    const wanted = query.toLowerCase();
    const matching = portal.terminals.filter((terminal) => JSON.stringify(terminal).toLowerCase().includes(wanted));
    return {
      user: portal.principal,
      terminals: matching.slice(0, limit),
      matched: matching.length,
      groups: portal.groups.slice(0, limit),
      connectors: portal.connectors.slice(0, limit),
    };
  },
});
