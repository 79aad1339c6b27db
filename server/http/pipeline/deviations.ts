import { formatMoney, parseMoney } from '../../../spec/formats.ts';
import { type MisbehaviourName, misbehaviours } from '../../handlers/sandbox/misbehaviours.ts';
import { type ProblemReply, problem } from '../../problem.ts';
import type { Query } from '../validation/query.ts';
import type { Call } from './call.ts';

/** A reply that a misbehaviour may change. */
export interface DeviantReply {
  readonly status: number;
  readonly body: unknown;
  /** Replaces the content type that the contract declares. */
  readonly contentType?: string;
}

/** Further data for a misbehaviour. */
export interface Occasion {
  readonly call: Call;
  /** Whether any tenant has the resource that the path names. */
  readonly existsSomewhere: () => boolean;
}

/**
 * One way to violate the contract: it changes the query before the handler, or the reply after it. Changed replies
 * are not validated; the log names the misbehaviour. Gap sandbox.misbehaviours.
 */
export interface Deviation {
  readonly name: MisbehaviourName;
  query?(query: Query): Query;
  reply?(reply: DeviantReply | ProblemReply, occasion: Occasion): DeviantReply | ProblemReply;
}

/** Returns the active misbehaviours. */
export function activeDeviations(names: ReadonlySet<string>): readonly Deviation[] {
  if (names.size === 0) return [];
  return (Object.keys(misbehaviours) as MisbehaviourName[]) // keys of an object literal
    .filter((name) => names.has(name))
    .map((name) => ({ name, ...deviations[name] }));
}

const deviations: Readonly<Record<MisbehaviourName, Omit<Deviation, 'name'>>> = {
  dispute_reviewer_too_early: {
    reply: (reply) =>
      withRows(reply, (row) => (row.status === 'resolved' || !isDispute(row) ? row : { ...row, reviewer: null })),
  },
  emv_always_present: {
    reply: (reply) => withRows(reply, (row) => ('amt_comp' in row && !('emv' in row) ? { ...row, emv: '' } : row)),
  },
  feed_as_text_xml: {
    reply: (reply, { call }) =>
      'problem' in reply || call.route?.operationId.endsWith('Feed') !== true
        ? reply
        : { ...reply, contentType: 'text/xml; charset=utf-8' },
  },
  filter_ignored_when_combined: {
    query(query) {
      const filters = Object.keys(query).filter((name) => !['limit', 'cursor', 'sort_by', 'sort_dir'].includes(name));
      if (filters.length < 2) return query;
      const { [filters.at(-1) ?? '']: _, ...rest } = query;
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
    reply(reply, { call }) {
      const column = call.query.sort_by;
      const sign = call.query.sort_dir === 'asc' ? 1 : -1;
      if (typeof column !== 'string' || !/^(amt|sur)_/.test(column)) return reply;
      return withData(reply, (rows) =>
        rows.toSorted((a, b) => sign * (String(a[column]) < String(b[column]) ? -1 : 1)),
      );
    },
  },
  summary_over_the_page: {
    reply(reply) {
      const body = bodyOf(reply);
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

function bodyOf(reply: DeviantReply | ProblemReply): ListBody | undefined {
  if ('problem' in reply || typeof reply.body !== 'object' || reply.body === null) return undefined;
  const body = reply.body as ListBody; // members are checked before use
  return Array.isArray(body.data) ? body : undefined;
}

function withData(reply: DeviantReply | ProblemReply, change: (rows: readonly Row[]) => readonly Row[]) {
  const body = bodyOf(reply);
  return 'problem' in reply || body?.data === undefined
    ? reply
    : { ...reply, body: { ...body, data: change(body.data) } };
}

const withRows = (reply: DeviantReply | ProblemReply, change: (row: Row) => Row) =>
  withData(reply, (rows) => rows.map(change));

const isDispute = (row: Row): boolean => 'dispute_id' in row;
