import type { Exchange } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { findTexts } from '../../reading/pointers.ts';
import { isDistinctive, type PlacedText } from '../../reading/served.ts';
import { isTimeText } from '../../reading/values/instants.ts';
import { express, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import { findMainList, listRowLists, listTextColumns, type RowList } from '../../relations/rows/cells.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import type { Write, WriteSubject } from './accepted-write.ts';
import { listTransactionRows, readDay } from './writing.ts';
import type { WrittenList } from './written-list.ts';

/** Hands out each transaction once. */
export interface Subjects {
  /** The values of all keys that are or may be ids of transactions. */
  readonly ids: ReadonlySet<string>;
  /** Returns the values that are or may be ids of transactions for a key. */
  listIds(reader: Principal): ReadonlySet<string>;
  /**
   * Returns a transaction that these keys see and that has no dispute; any that the first one sees if the second sees none. A
   * derivation needs none.
   */
  next(reader: Principal, other?: Principal): WriteSubject | undefined;
  /** Returns a transaction that the owner sees and the other key does not. */
  nextHidden(owner: Principal, other: Principal): WriteSubject | undefined;
  /** Returns a transaction that no response shows: a body about it is refused, unless the service does not look. */
  makeUp(reader: Principal): WriteSubject;
  /** Returns one subject for each column that may contain the ids, and `choose`, which keeps that column. */
  listCandidates(reader: Principal): readonly Candidate[];
}

/** A subject by the values of one column, which may contain no ids of transactions. */
export interface Candidate {
  readonly subject: WriteSubject;
  /** Makes further subjects come from the column. */
  choose(): void;
}

interface SubjectSources {
  readonly write: Write;
  readonly readers: readonly Principal[];
  readonly bindings: Bindings;
  /** The list to which the write adds. */
  readonly before: WrittenList | undefined;
}

interface Row {
  readonly id: string;
  readonly terminal: string | undefined;
  readonly day: string | undefined;
  readonly amount: string | undefined;
}

/** Finds the transactions of keys: by the binding of their ids, or else in columns that may contain ids. */
export function createSubjects({ write, readers, bindings, before }: SubjectSources): Subjects {
  const used = new Set(before?.rows.flatMap(({ values }) => values.map(({ text }) => text)));
  const columnsOf = new Map(
    readers.map((reader) => [reader.name, listIdColumns(reader, { bindings, before })] as const),
  );
  let chosen: string | undefined;
  const listColumns = ({ name }: Principal) => {
    const columns = columnsOf.get(name) ?? [];
    return columns.filter(({ place }) => chosen === undefined || place === chosen);
  };
  const listRows = (reader: Principal): readonly Row[] => listColumns(reader)[0]?.rows ?? [];
  const readToday = ({ sees }: Principal): string => {
    const { sentMs } = [...sees.responses.values()][0]?.timing ?? { sentMs: 0 };
    return new Date(sentMs).toISOString().slice(0, 10);
  };
  const take = (row: Row | undefined, reader: Principal): WriteSubject | undefined => {
    const today = readToday(reader);
    // a derivation is about a period, so that it needs no transaction
    if (row === undefined) return write === 'deriveSettlements' ? { transaction: '', today } : undefined;
    if (write === 'createDispute') used.add(row.id);
    const { id: transaction, terminal, day, amount } = row;
    return { transaction, terminal, day, amount, today };
  };
  const isFree = ({ id }: Row): boolean => !used.has(id);
  const listIds = (reader: Principal) => new Set(listColumns(reader).flatMap(({ rows }) => rows.map(({ id }) => id)));
  const all = new Set([...columnsOf.values()].flat().flatMap(({ rows }) => rows.map(({ id }) => id)));
  const next = (reader: Principal, other?: Principal): WriteSubject | undefined => {
    const shared = new Set(other === undefined ? [] : listRows(other).map(({ id }) => id));
    const free = listRows(reader).filter(isFree);
    const row =
      free.find((one) => shared.has(one.id) && isPaid(one)) ??
      free.find((one) => shared.has(one.id)) ??
      free.find(isPaid) ??
      free[0];
    return take(row, reader);
  };
  return {
    ids: all,
    listIds,
    next,
    nextHidden(owner, other) {
      const theirs = new Set([...listIds(other), ...used]);
      const hidden = listRows(owner).filter(({ id }) => !theirs.has(id));
      return take(hidden.find(isPaid) ?? hidden[0], owner);
    },
    makeUp(reader) {
      return { transaction: makeUpId(all, used.size) ?? NO_SUCH_TRANSACTION, today: readToday(reader) };
    },
    listCandidates(reader) {
      if (write === 'deriveSettlements') return [next(reader)].flatMap(toCandidate);
      return listColumns(reader).flatMap(({ place, rows }) => {
        const free = rows.filter(isFree);
        const subject = take(free.find(isPaid) ?? free[0], reader);
        const choose = () => {
          chosen = place;
        };
        return subject === undefined ? [] : [{ subject, choose }];
      });
    },
  };
}

const toCandidate = (subject: WriteSubject | undefined): Candidate[] =>
  subject === undefined ? [] : [{ subject, choose: () => undefined }];

const NO_SUCH_TRANSACTION = '904417236';

const isPaid = ({ amount }: Row): boolean => Number.parseFloat(amount ?? '0') > 0;

interface IdColumn {
  readonly place: string;
  readonly rows: readonly Row[];
}

interface ColumnSources {
  readonly bindings: Bindings;
  readonly before: WrittenList | undefined;
}

/** Responses that may list transactions: the portal shows recent ones. */
const LISTS = ['listTransactions', 'listTerminalTransactions', 'getPortal'] as const;

/** Returns the columns that may contain the ids of transactions, the most promising first; one if the binding names it. */
function listIdColumns(reader: Principal, sources: ColumnSources): readonly IdColumn[] {
  const { bindings, before } = sources;
  const bound = listTransactionRows(reader, bindings);
  if (bound.length > 0) {
    const isKnown = bindings.find('transactions.terminal') !== undefined;
    const amountAt = bindings.find('transactions.amount_completed');
    const rows = bound.map(
      (row): Row => ({
        id: row.id,
        terminal: isKnown ? row.terminals[0] : undefined,
        day: readDay(row.value, bindings),
        amount: amountAt === undefined ? undefined : findTexts(row.value, amountAt)[0],
      }),
    );
    return [{ place: 'bound', rows }];
  }
  const disputed = new Set(before?.rows.flatMap(({ values }) => values.map(({ text }) => text)));
  const named = new Set(before?.rows.flatMap(({ values }) => values.filter(namesTransaction).map(({ text }) => text)));
  const found = LISTS.flatMap((operation) => {
    const exchange = reader.sees.responses.get(operation);
    const known = operation === 'getPortal' ? named : disputed;
    return exchange === undefined
      ? []
      : listLists(exchange).flatMap((list) => listUniqueColumns(list, { operation, reader, disputed: known }));
  });
  const joined = found.filter(({ isJoined }) => isJoined);
  return (joined.length > 0 ? joined : found.filter(({ operation }) => operation !== 'getPortal'))
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MOST_COLUMNS);
}

/** Whether a value of a dispute is at a place that is named like a transaction: others name terminals and people. */
const namesTransaction = ({ place }: PlacedText): boolean => scoreLikeness(splitWords(place), ['transaction']) > 0;

const MOST_COLUMNS = 2;

const listLists = ({ operation, json }: Exchange): readonly RowList[] => {
  const main = findMainList(json);
  if (operation !== 'getPortal') return main === undefined ? [] : [main];
  return [...listRowLists(json)].flatMap(([at, list]) => (/disp|case|claim/i.test(at) ? [] : [list]));
};

interface UniqueColumn extends IdColumn {
  readonly operation: (typeof LISTS)[number];
  /** Whether the list of disputes names some of these values. */
  readonly isJoined: boolean;
  readonly rank: number;
}

interface ColumnSearch {
  readonly operation: UniqueColumn['operation'];
  readonly reader: Principal;
  readonly disputed: ReadonlySet<string>;
}

/** Returns the columns of a list whose values differ in all rows, and that are no times, cards, amounts or other known ids. */
function listUniqueColumns(
  { rows }: RowList,
  { operation, reader: { sees }, disputed }: ColumnSearch,
): readonly UniqueColumn[] {
  return listTextColumns(rows).flatMap(({ cell, values }): UniqueColumn[] => {
    if (values.length < rows.length || new Set(values).size < values.length) return [];
    if (values.some((text) => isTimeText(text) || NO_ID.test(text)) || values.every((text) => sees.mentioned.has(text)))
      return [];
    const place = `${operation} ${cell.place} ${cell.segment}`;
    const common = values.filter((text) => disputed.has(text));
    const isJoined = common.some(isDistinctive) || common.length > 1;
    const words = splitWords(cell.place);
    const rank =
      Number(isJoined) * 4 +
      Number(values.every(isDistinctive)) * 2 +
      Number(express(words, 'id') || express(words, 'transaction') || cell.segment !== undefined);
    const found = values.map((id): Row => ({ id, terminal: undefined, day: undefined, amount: undefined }));
    return [{ operation, place, rows: found, isJoined, rank }];
  });
}

/** A masked card, a decimal, or a date or time of day. */
const NO_ID = /\d{2}[./]\d{2}[./]\d{4}|\*|^\D{0,4}-?\d+[.,]\d{1,4}\D{0,4}$|^\d{1,2}:\d{2}/;
