import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { type SandboxOperationId, type SandboxOperations, sandboxOperations } from '../spec/sandbox-contract.ts';
import type { Questioner } from './client.ts';
import { optionNames } from './option-names.ts';

/* The control plane's operations as functions, with inputs and answers as its contract has them. */

type OperationId = Exclude<SandboxOperationId, 'streamDeliveries'>;
type Responses<Op extends OperationId> = SandboxOperations[Op]['responses'];
type JsonOf<Content> = Content extends { readonly content: { readonly 'application/json': infer Body } } ? Body : never;

export type AnswerOf<Op extends OperationId> = JsonOf<Responses<Op>[Extract<keyof Responses<Op>, 200 | 201>]>;

type ParametersOf<Op extends OperationId> = SandboxOperations[Op]['parameters'];
type QueryOf<Op extends OperationId> = ParametersOf<Op> extends { readonly query?: infer Query } ? Query : never;
type BodyOf<Op extends OperationId> = JsonOf<NonNullable<SandboxOperations[Op]['requestBody']>>;
/** What is undefined is left out of the request. */
type Loose<Members> = { readonly [Name in keyof Members]: Members[Name] | undefined };

export interface CallInput<Op extends OperationId> {
  /** What the path names, by placeholder. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Loose<QueryOf<Op>>;
  readonly body?: Loose<BodyOf<Op>>;
}

/** Asks for an operation of the control plane. Rejects as the `Questioner` behind it does. */
export type Call = <Op extends OperationId>(operationId: Op, input?: CallInput<Op>) => Promise<AnswerOf<Op>>;

/** Calls operations for a command, whose options a refusal names; without one, refusals name what was sent. */
export const caller =
  (ask: Questioner, command?: keyof typeof optionNames): Call =>
  async <Op extends OperationId>(operationId: Op, { path = {}, query, body }: CallInput<Op> = {}) => {
    const { method, path: template } = sandboxOperations[operationId];
    const place = template
      .replace(/^\/sandbox\//, '')
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const answer = await ask({
      method,
      path: `${place}${queryText(query ?? {})}`,
      ...(command === undefined ? {} : { options: optionNames[command].names }),
      ...(body === undefined ? {} : { body }),
    });
    return answer as AnswerOf<Op>; // the contract of the sandbox that answered
  };

function queryText(query: object): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** How many deliveries are asked for at once: as many as the contract allows. */
const PAGE = 500;

/** Deliveries that match, newest first, at most so many; `hasMore` says that there are older ones. */
export async function deliveriesBy(
  call: Call,
  query: NonNullable<CallInput<'listDeliveries'>['query']>,
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
