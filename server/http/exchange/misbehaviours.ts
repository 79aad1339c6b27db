import { formatMoney, parseMoney } from '../../../base/formats.ts';
import { type MisbehaviourName, misbehaviours } from '../../handlers/sandbox/state/misbehaviours.ts';
import { type ProblemReply, problem } from '../../problems/problem.ts';
import type { AnyOperationId } from '../contract/all-operations.ts';

/** A validated query: every declared parameter that was given or has a default, in the contract's types. */
export type QueryValues = Readonly<Record<string, unknown>>;

/** A reply that a misbehaviour may change. */
export interface AlterableReply {
  readonly status: number;
  readonly body: unknown;
  /** Replaces the content type that the contract declares. */
  readonly contentType?: string;
}

/** Further data for a misbehaviour. */
export interface MisbehaviourContext {
  readonly operationId: AnyOperationId;
  /** The validated query, before the misbehaviour. */
  readonly query: QueryValues;
  /** Whether any tenant has the resource that the path names. */
  readonly existsSomewhere: () => boolean;
}

/**
 * One way to violate the contract: it changes the query before the handler, or the reply after it. Changed replies
 * are not validated; the log names the misbehaviour. Gap sandbox.misbehaviours.
 */
export interface Misbehaviour {
  readonly name: MisbehaviourName;
  query?(query: QueryValues): QueryValues;
  reply?(reply: AlterableReply | ProblemReply, context: MisbehaviourContext): AlterableReply | ProblemReply;
}

/** Returns the active misbehaviours. */
export function listActiveMisbehaviours(names: ReadonlySet<string>): readonly Misbehaviour[] {
  if (names.size === 0) return [];
  return (Object.keys(misbehaviours) as MisbehaviourName[]) // keys of an object literal
    .filter((name) => names.has(name))
    .map((name) => ({ name, ...effects[name] }));
}

const effects: Readonly<Record<MisbehaviourName, Omit<Misbehaviour, 'name'>>> = {
  dispute_reviewer_too_early: {
    reply: (reply) =>
      alterRows(reply, (row) => (row.status === 'resolved' || !isDispute(row) ? row : { ...row, reviewer: null })),
  },
  emv_always_present: {
    reply: (reply) => alterRows(reply, (row) => ('amt_comp' in row && !('emv' in row) ? { ...row, emv: '' } : row)),
  },
  feed_as_text_xml: {
    reply: (reply, { operationId }) =>
      'problem' in reply || !operationId.endsWith('Feed')
        ? reply
        : { ...reply, contentType: 'text/xml; charset=utf-8' },
  },
  filter_ignored_when_combined: {
    query(query) {
      const filters = Object.keys(query).filter((name) => !['limit', 'cursor', 'sort_by', 'sort_dir'].includes(name));
      if (filters.length < 2) return query;
      // the rows of one terminal show that the other filter is ignored
      const ignored = filters.filter((name) => name !== 'terminal_id').at(-1);
      const { [ignored ?? '']: _, ...rest } = query;
      return rest;
    },
  },
  foreign_id_forbidden: {
    reply(reply, { existsSomewhere }) {
      if (reply.status !== 404 || !existsSomewhere()) return reply;
      return problem(403, 'insufficient_privilege', { detail: 'The resource belongs to another account.' });
    },
  },
  limit_off_by_one: {
    query: (query) => (typeof query.limit === 'number' ? { ...query, limit: query.limit + 1 } : query),
  },
  sort_as_text: {
    reply(reply, { query }) {
      const column = query.sort_by;
      const sign = query.sort_dir === 'asc' ? 1 : -1;
      if (typeof column !== 'string' || !/^(amt|sur)_/.test(column)) return reply;
      return alterData(reply, (rows) =>
        rows.toSorted((a, b) => sign * (String(a[column]) < String(b[column]) ? -1 : 1)),
      );
    },
  },
  summary_over_the_page: {
    reply(reply) {
      const body = readListBody(reply);
      if ('problem' in reply || body?.summary?.total_withdrawn === undefined) return reply;
      const rows = body.data ?? [];
      const sum = (column: string): string =>
        formatMoney(rows.reduce((cents, row) => cents + (parseMoney(String(row[column])) ?? 0), 0));
      const summary = {
        ...body.summary,
        total_surcharge: sum('sur_comp'),
        total_withdrawn: sum('amt_comp'),
        row_count: rows.length,
      };
      return { ...reply, body: { ...body, summary } };
    },
  },
};

type Row = Readonly<Record<string, unknown>>;
type ListBody = { readonly data?: readonly Row[]; readonly summary?: Row };

/** Returns the body of a list with the members that its JSON text has: the object itself may have others. */
function readListBody(reply: AlterableReply | ProblemReply): ListBody | undefined {
  if ('problem' in reply || typeof reply.body !== 'object' || reply.body === null) return undefined;
  const { toJSON } = reply.body as { readonly toJSON?: () => object };
  const body = (toJSON === undefined ? reply.body : toJSON.call(reply.body)) as ListBody; // members are checked before use
  return Array.isArray(body.data) ? body : undefined;
}

function alterData(reply: AlterableReply | ProblemReply, change: (rows: readonly Row[]) => readonly Row[]) {
  const body = readListBody(reply);
  return 'problem' in reply || body?.data === undefined
    ? reply
    : { ...reply, body: { ...body, data: change(body.data) } };
}

const alterRows = (reply: AlterableReply | ProblemReply, change: (row: Row) => Row) =>
  alterData(reply, (rows) => rows.map(change));

const isDispute = (row: Row): boolean => 'dispute_id' in row;
