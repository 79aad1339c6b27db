import createClient from 'openapi-fetch';
import type { operations, paths } from '../spec/generated/openapi.ts';
import { ContentError } from './core/errors.ts';
import { type CallOptions, type FleetClientOptions, parseOptions, type WriteOptions } from './core/options.ts';
import { createList, type FleetList, type ListPage, type ListSource, parsePage } from './reading/list.ts';
import { createRead, type FleetRead, type Reply } from './reading/read.ts';
import { parseRss, type RssFeed } from './reading/rss.ts';
import type { Content } from './transport/response.ts';
import { createSend } from './transport/send.ts';

type Query<Id extends keyof operations> = operations[Id]['parameters'] extends { readonly query?: infer Members }
  ? NonNullable<Members>
  : never;

/** The JSON that an operation returns. */
type Result<Id extends keyof operations> = operations[Id]['responses'] extends { readonly 200: infer Ok }
  ? Ok extends { readonly content: { readonly 'application/json': infer Json } }
    ? Json
    : never
  : never;

/** The members that openapi-fetch needs to send a call. An interface would lack the index signature that it requires. */
type Sending = {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly headers: Record<string, string>;
};

type Sender = (sending: Sending) => Promise<Reply>;

/**
 * Returns a client of the service.
 * @throws TypeError for an invalid option. The message never contains the key.
 * @example
 * const client = createFleetClient({ baseUrl: 'https://fleet.example', apiKey });
 * for await (const row of client.transactions.iterate({ sort_by: 'amt_comp' })) console.log(row.transaction_id);
 */
export function createFleetClient(options: FleetClientOptions) {
  const parsed = parseOptions(options);
  const send = createSend(parsed);
  const api = createClient<paths>({ baseUrl: parsed.baseUrl, pathSerializer: fillPath });
  const { wait } = parsed.clock;

  const call = async (sender: Sender, content: Content, given: CallOptions = {}): Promise<Reply> => {
    try {
      const accept = content === 'json' ? 'application/json' : 'application/rss+xml';
      return await sender({
        fetch: (request) => send(request, content, given),
        headers: { Accept: accept, ...given.headers },
      });
    } catch (thrown) {
      if (thrown instanceof SyntaxError)
        throw new ContentError('the response is not valid JSON; expected the JSON that the contract declares');
      throw thrown;
    }
  };
  const read = <Value>(sender: Sender): FleetRead<Value> =>
    createRead({ fetchReply: (given) => call(sender, 'json', given), parse: parseObject<Value>, wait });
  const feed = (sender: Sender): FleetRead<RssFeed> =>
    createRead({ fetchReply: (given) => call(sender, 'rss', given), parse: (xml) => parseRss(String(xml)), wait });
  const list = <Page extends ListPage, Members extends object>(
    sender: (query: Members, sending: Sending) => Promise<Reply>,
    getId: ListSource<Page, Members>['getId'],
  ): FleetList<Page, Members> =>
    createList<Page, Members>({
      readPage: (query) =>
        createRead({
          fetchReply: (given) => call((sending) => sender(query, sending), 'json', given),
          parse: parsePage<Page>,
          wait,
        }),
      getId,
    });
  const write = async <Value>(sender: Sender, { idempotencyKey, ...given }: WriteOptions = {}): Promise<Value> => {
    const headers = { ...given.headers, 'Idempotency-Key': idempotencyKey ?? createIdempotencyKey() };
    const { data } = await call(sender, 'json', { ...given, headers });
    return parseObject<Value>(data);
  };

  return {
    /** The snapshot of what the key may see. The safest first call. */
    portal: read<Result<'getPortal'>>((sending) => api.GET('/v1/portal', sending)),
    /** The inventory of the surfaces of the service. */
    catalog: read<Result<'getIntegrationCatalog'>>((sending) => api.GET('/v1/integrations/catalog', sending)),
    /** The public OpenAPI document of the service. */
    publicOpenapi: read<Result<'getPublicOpenapi'>>((sending) =>
      api.GET('/v1/integrations/public-openapi.json', sending),
    ),
    /** The readiness of branding and documentation host. */
    brandingStatus: read<Result<'getBrandingStatus'>>((sending) => api.GET('/v1/public/branding-status', sending)),
    /** The account feed. */
    feed: feed((sending) => api.GET('/v1/feeds/account.xml', { ...sending, parseAs: 'text' })),

    transactions: list<Result<'listTransactions'>, Query<'listTransactions'>>(
      (query, sending) => api.GET('/v1/transactions', { ...sending, params: { query } }),
      (row) => row.transaction_id,
    ),
    locations: list<Result<'listLocations'>, Query<'listLocations'>>(
      (query, sending) => api.GET('/v1/locations', { ...sending, params: { query } }),
      (row) => row.location_id,
    ),
    groups: list<Result<'listTerminalGroups'>, Query<'listTerminalGroups'>>(
      (query, sending) => api.GET('/v1/terminal-groups', { ...sending, params: { query } }),
      (row) => row.group_id,
    ),
    connectors: list<Result<'listConnectors'>, Query<'listConnectors'>>(
      (query, sending) => api.GET('/v1/connectors', { ...sending, params: { query } }),
      (row) => row.connector_id,
    ),
    settlements: {
      ...list<Result<'listSettlements'>, Query<'listSettlements'>>(
        (query, sending) => api.GET('/v1/settlements', { ...sending, params: { query } }),
        (row) => row.batch_id,
      ),
      /** Derives the batches of a banking day. */
      derive: (
        body: operations['deriveSettlements']['requestBody']['content']['application/json'],
        given?: WriteOptions,
      ) =>
        write<Result<'deriveSettlements'>>(
          (sending) => api.POST('/v1/settlements/derive', { ...sending, body }),
          given,
        ),
    },
    disputes: {
      ...list<Result<'listDisputes'>, Query<'listDisputes'>>(
        (query, sending) => api.GET('/v1/disputes', { ...sending, params: { query } }),
        (row) => row.dispute_id,
      ),
      /** Opens a dispute. */
      create: (body: operations['createDispute']['requestBody']['content']['application/json'], given?: WriteOptions) =>
        write<Result<'listDisputes'>['data'][number]>(
          (sending) => api.POST('/v1/disputes', { ...sending, body }),
          given,
        ),
    },

    /** Returns the reads about one transaction. */
    transaction: (id: string) => ({
      timeline: read<Result<'getTransactionTimeline'>>((sending) =>
        api.GET('/v1/transactions/{transaction_id}/timeline', {
          ...sending,
          params: { path: { transaction_id: id } },
        }),
      ),
    }),

    /** Returns the reads about one connector. */
    connector: (id: string) => ({
      status: read<Result<'getConnectorStatus'>>((sending) =>
        api.GET('/v1/connectors/{connector_id}/status', { ...sending, params: { path: { connector_id: id } } }),
      ),
    }),

    /** Returns the reads about one terminal. */
    terminal: (id: string) => {
      const path = { terminal_id: id };
      return {
        location: read<Result<'getLocation'>>((sending) =>
          api.GET('/v1/locations/{terminal_id}', { ...sending, params: { path } }),
        ),
        status: read<Result<'getTerminalStatus'>>((sending) =>
          api.GET('/v1/terminals/{terminal_id}/status-monitoring', { ...sending, params: { path } }),
        ),
        transactions: list<Result<'listTerminalTransactions'>, Query<'listTerminalTransactions'>>(
          (query, sending) =>
            api.GET('/v1/terminals/{terminal_id}/transactions', { ...sending, params: { path, query } }),
          (row) => row.transaction_id,
        ),
        commands: list<Result<'listTerminalCommands'>, Query<'listTerminalCommands'>>(
          (query, sending) => api.GET('/v1/terminals/{terminal_id}/commands', { ...sending, params: { path, query } }),
          (row) => row.command_id,
        ),
        provisioningPayload: read<Result<'getProvisioningPayload'>>((sending) =>
          api.GET('/v1/terminals/{terminal_id}/provisioning-payload', { ...sending, params: { path } }),
        ),
        provisioningExport: read<Result<'getProvisioningExport'>>((sending) =>
          api.GET('/v1/terminals/{terminal_id}/provisioning-export', { ...sending, params: { path } }),
        ),
        /** The feed of the terminal. */
        feed: feed((sending) =>
          api.GET('/v1/feeds/terminals/{terminal_id}.xml', { ...sending, params: { path }, parseAs: 'text' }),
        ),
      };
    },
  };
}

/** A client of the service. */
export type FleetClient = ReturnType<typeof createFleetClient>;

/** Fills in the ids of a path. A URL would resolve the segments `.` and `..`, also if they are encoded. */
function fillPath(template: string, ids: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id !== 'string' || id === '' || /^\.{1,2}$/.test(id))
      throw new TypeError(`${name} is not valid; expected an id as text, not empty, "." or ".."`);
    return encodeURIComponent(id);
  });
}

function parseObject<Value>(data: unknown): Value {
  if (typeof data === 'object' && data !== null) return data as Value; // as the contract declares
  throw new ContentError('the response is no JSON object; expected the object that the contract declares');
}

/** Returns 128 random bits. `crypto.randomUUID` does not exist on pages without HTTPS. */
const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
