import { type OperationId, operations } from '../../../../spec/index.ts';
import { MAX_OUTPUT } from '../core/bound-value.ts';
import { callService } from '../core/call-service.ts';
import { defineTool, takes, text } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';

type Parameters = Readonly<Record<string, string | number | boolean>>;

interface Arguments {
  readonly operation_id: OperationId;
  readonly user_id?: string;
  readonly parameters?: Parameters;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly idempotency_key?: string;
  readonly prefer?: string;
}

/** Response headers that a client of the service acts on. */
const SHOWN_HEADERS = ['retry-after', 'etag', 'location', 'link', 'x-request-id', 'allow', 'idempotency-replayed'];

/** Calls an operation of the service as a user. */
export const callOperation = defineTool<Arguments>({
  name: 'call_operation',
  title: 'Call an operation of the service',
  description:
    'Sends one request to the service with the key of a user, and returns status and body, also of a refusal. Lists return pages: repeat with ' +
    'the parameter cursor set to page.next_cursor until has_more is false. search_contract describes parameters and bodies.',
  isReadOnly: false,
  arguments: takes(
    {
      operation_id: { type: 'string', enum: Object.keys(operations), description: 'The operation.' },
      user_id: text('The user whose key is sent, such as usr_nw_admin. Public operations need none.', 64),
      parameters: {
        type: 'object',
        maxProperties: 30,
        additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 2000 },
        description: 'Path and query parameters by name, such as {"terminal_id": "NW104233", "limit": 5}.',
      },
      body: { type: 'object', description: 'The JSON body of an operation that writes.' },
      idempotency_key: text('The header Idempotency-Key of a write.', 255),
      prefer: text('The header Prefer, such as code=503, which simulates a failure.', 500),
    },
    ['operation_id'],
  ),
  async run({ operation_id: id, user_id: userId, parameters = {}, body, idempotency_key, prefer }, connection) {
    const { method, path: template, isPublic } = operations[id];
    if (method === 'GET' && body !== undefined) throw new ToolRefusal(`${id} takes no body: it reads.`);
    const key = isPublic && userId === undefined ? undefined : await connection.findKey(userId);
    const headers = {
      ...(idempotency_key === undefined ? {} : { 'Idempotency-Key': idempotency_key }),
      ...(prefer === undefined ? {} : { Prefer: prefer }),
    };
    const send = async (used: Parameters): Promise<ServiceReply> => {
      const path = createPath(template, used);
      const request = { method, path, headers, body: method === 'POST' ? (body ?? {}) : undefined };
      return readReply(await callService(connection, request, key));
    };
    return method === 'GET' ? fitPage(await send(parameters), parameters, send) : send(parameters);
  },
});

interface ServiceReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly note?: string;
}

async function readReply(response: Response): Promise<ServiceReply> {
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, headers: Object.fromEntries(headers), body: parseJson(await response.text()) };
}

/** How often a page is requested with a smaller limit. */
const MAX_REPEATS = 3;
/** The part of a result for the members around the rows, in characters. */
const MARGIN = 2000;

/**
 * Returns the reply, or that to the same request with a smaller limit if its rows do not fit into a result. Rows that are left out would be
 * lost: the cursor of a page continues after its last row.
 */
async function fitPage(
  reply: ServiceReply,
  parameters: Parameters,
  send: (used: Parameters) => Promise<ServiceReply>,
): Promise<ServiceReply> {
  let fitted = reply;
  for (let repeat = 0; repeat < MAX_REPEATS; repeat += 1) {
    const length = JSON.stringify(fitted.body).length;
    const { data, page } = (fitted.body ?? {}) as { readonly data?: unknown; readonly page?: unknown }; // each member is checked
    if (length + MARGIN / 2 <= MAX_OUTPUT || !Array.isArray(data) || data.length < 2 || page === undefined) break;
    const limit = Math.max(1, Math.floor((data.length * (MAX_OUTPUT - MARGIN)) / length));
    fitted = {
      ...(await send({ ...parameters, limit })),
      note: `The limit was reduced to ${limit}, so that the page fits into a result. Its cursor continues after these rows.`,
    };
  }
  return fitted;
}

function createPath(template: string, parameters: Parameters): string {
  const inPath = new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const missing = [...inPath].filter((name) => parameters[name] === undefined || parameters[name] === '');
  if (missing.length > 0)
    throw new ToolRefusal(`parameters: expected a value for ${missing.join(', ')} in ${template}.`);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      inPath.has(name) ? [] : [[name, String(value)]],
    ),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

function parseJson(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
