import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { defineTool, takes, text } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';

interface Arguments {
  readonly action?: 'list' | 'add' | 'test';
  readonly destination_id?: string;
  readonly url?: string;
  readonly account_id?: string;
  readonly types?: readonly string[];
  readonly retry_profile?: 'standard' | 'fast';
}

/** Lists, adds and tests webhook destinations, without their secrets. */
export const destinations = defineTool<Arguments>({
  name: 'destinations',
  title: 'List, add or test webhook destinations',
  description:
    'Lists webhook destinations with their health. Action add registers a URL, or an inbox of the sandbox without a URL. Action test sends a ' +
    'sample event, and explains the response. No result contains a signing secret: a person reads it with "fleetkit destinations secret".',
  isReadOnly: false,
  arguments: takes({
    action: { type: 'string', enum: ['list', 'add', 'test'], description: 'Default: list.' },
    destination_id: text('For test: the destination.', 64),
    url: text('For add: the URL of the receiver. Without it, an inbox in the sandbox receives.', 2000),
    account_id: text('For add: the account whose events are sent, such as acct_northway.', 64),
    types: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 64 },
      description:
        'For add: event types or patterns such as cash_*. Default: all of the service. sandbox_* are those about failing destinations.',
    },
    retry_profile: { type: 'string', enum: ['standard', 'fast'], description: 'For add: the times between attempts.' },
  }),
  async run({ action = 'list', destination_id: id, url, account_id, types, retry_profile }, { call, base }) {
    if (action === 'list') return call('listDestinations');
    if (action === 'test') {
      if (id === undefined) throw new ToolRefusal('Expected the argument destination_id. Action list returns the ids.');
      return call('testDestination', { path: { destination_id: id }, body: {} as never });
    }
    const { destination } = await call('createDestination', {
      body: {
        url,
        inbox: url === undefined ? true : undefined,
        account_id,
        retry_profile,
        subscriptions: types === undefined ? undefined : [{ types: types as SandboxSchemas['EventTypePatterns'] }],
      } as never,
    });
    return {
      destination,
      secret: `Not shown. A person reads it in a terminal: fleetkit destinations secret ${destination.destination_id} --url ${base.origin}`,
    };
  },
});
