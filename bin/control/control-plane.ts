import { omitUndefined } from '../../base/omit-undefined.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type SandboxOperationId, type SandboxOperations, sandboxOperations } from '../../spec/sandbox-contract.ts';
import type { SendControlRequest } from './control-request.ts';
import type { RequestNames } from './request-names.ts';

/* The operations of the control plane as functions, with the input and reply types of its contract. */

type OperationId = Exclude<SandboxOperationId, 'streamDeliveries'>;
type Responses<Op extends OperationId> = SandboxOperations[Op]['responses'];
type JsonBody<Content> = Content extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : never;

export type OperationReply<Op extends OperationId> = JsonBody<Responses<Op>[Extract<keyof Responses<Op>, 200 | 201>]>;

type OperationParameters<Op extends OperationId> = SandboxOperations[Op]['parameters'];
type OperationQuery<Op extends OperationId> =
  OperationParameters<Op> extends { readonly query?: infer Query } ? Query : never;
type OperationBody<Op extends OperationId> = JsonBody<NonNullable<SandboxOperations[Op]['requestBody']>>;
/** Undefined members are omitted from the request. */
type OptionalMembers<Members> = { readonly [Name in keyof Members]: Members[Name] | undefined };

export interface OperationInput<Op extends OperationId> {
  /** Path parameters, by placeholder. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: OptionalMembers<OperationQuery<Op>>;
  readonly body?: OptionalMembers<OperationBody<Op>>;
}

/** Calls an operation of the control plane. Rejects with `RequestFailure`. */
export type CallOperation = <Op extends OperationId>(
  operationId: Op,
  input?: OperationInput<Op>,
) => Promise<OperationReply<Op>>;

/** Returns a `CallOperation`. With `requestNames`, error messages name the options of the command; without, members of the request. */
export const createCall =
  (send: SendControlRequest, requestNames?: RequestNames): CallOperation =>
  async <Op extends OperationId>(operationId: Op, { path = {}, query, body }: OperationInput<Op> = {}) => {
    const { method, path: template } = sandboxOperations[operationId];
    const place = template
      .replace(/^\/sandbox\//, '')
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const answer = await send({
      method,
      path: `${place}${formatQuery(query ?? {})}`,
      options: requestNames?.names,
      ...omitUndefined({ body }),
    });
    return answer as OperationReply<Op>; // the sandbox validates its replies against this contract
  };

function formatQuery(query: object): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Page size: the maximum that the contract allows. */
const PAGE = 500;

/** Returns at most `most` matching deliveries, newest first. `hasMore` is true if there are older ones. */
export async function fetchDeliveries(
  call: CallOperation,
  query: NonNullable<OperationInput<'listDeliveries'>['query']>,
  most: number,
): Promise<{ readonly deliveries: readonly SandboxSchemas['Delivery'][]; readonly hasMore: boolean }> {
  const deliveries: SandboxSchemas['Delivery'][] = [];
  for (let cursor = query.cursor; ; ) {
    const limit = Math.min(PAGE, most - deliveries.length);
    const { data, page } = await call('listDeliveries', { query: { ...query, cursor, limit } });
    deliveries.push(...data);
    if (!page.has_more || page.next_cursor === null || deliveries.length >= most)
      return { deliveries, hasMore: page.has_more };
    cursor = page.next_cursor;
  }
}
