import type { GapId } from '../spec/index.ts';
import type { Exchange } from './client.ts';
import { recordOf, safeText } from './record.ts';
import type { Redactor } from './redaction.ts';
import type { Choice } from './result.ts';

/** What the document leaves to each service, as a question, and the gap that it belongs to. */
const QUESTIONS = {
  'limit.zero': ['What `limit=0` gives', 'lists.limit_bounds'],
  'limit.negative': ['What `limit=-1` gives', 'lists.limit_bounds'],
  'limit.words': ['What a `limit` that is no number gives', 'errors.statuses'],
  'limit.fraction': ['What `limit=1.5` gives', 'errors.statuses'],
  'limit.huge': ['What a `limit` beyond every list gives', 'lists.limit_bounds'],
  'limit.twice': ['What `limit` gives when it stands twice, as 1 and as 2', 'errors.statuses'],
  'sort.unknown_column': ['What an unknown `sort_by` gives', 'transactions.sort_values'],
  'sort.unknown_direction': ['What an unknown `sort_dir` gives', 'transactions.sort_values'],
  'sort.upper_case': ['What `sort_dir=DESC` gives', 'transactions.sort_values'],
  'sort.ascending': ['Whether `sort_dir=asc` ascends', 'transactions.sort_values'],
  'sort.default_direction': ['The direction of `sort_by` alone', 'transactions.sort_values'],
  'lists.default_order': ['The order of transactions when none is asked for', 'lists.order'],
  'filters.unknown_terminal': ['What a filter by an unknown terminal gives', 'transactions.filter_unknown'],
  'filters.unknown_group': ['What a filter by an unknown group gives', 'transactions.filter_unknown'],
  'filters.ill_formed_id': ['What a filter by an id of another form gives', 'transactions.filter_unknown'],
  'filters.nested_groups': ['Whether `group_id` reaches the groups below', 'transactions.filter_unknown'],
  'query.unknown_parameter': ['What an unknown parameter gives', 'query.unknown_parameter'],
  'summary.extent': ['Over which rows the totals are', 'transactions.summary_extent'],
  'emv.absent': ['How a row without an EMV indicator says so', 'transactions.entry_modes'],
  'reviewer.absent': ['How an unresolved dispute says that it has no reviewer', 'disputes.fields'],
} as const satisfies Readonly<Record<string, readonly [title: string, gap: GapId]>>;

export type ChoiceId = keyof typeof QUESTIONS;

/** Where checks write down which reading they saw. Nothing is judged by it. */
export interface ChoiceBook {
  note(id: ChoiceId, reading: string, exchange: Exchange): void;
}

interface Noted {
  readonly reading: string;
  readonly exchange: Exchange;
}

const MOST_EVIDENCE = 3;

/** A book for one run, and how it is read at the end. */
export function choiceBook(): ChoiceBook & { read(redact: Redactor): Choice[] } {
  const notes = new Map<ChoiceId, Noted[]>();
  return {
    note(id, reading, exchange) {
      notes.set(id, [...(notes.get(id) ?? []), { reading, exchange }]);
    },
    read: (redact) =>
      CHOICE_IDS.flatMap((id) => {
        const noted = notes.get(id);
        return noted === undefined ? [] : [choiceOf(id, noted, redact)];
      }),
  };
}

const CHOICE_IDS = Object.keys(QUESTIONS) as ChoiceId[]; // the table's own keys

function choiceOf(id: ChoiceId, noted: readonly Noted[], redact: Redactor): Choice {
  const [title, gap] = QUESTIONS[id];
  const byReading = new Map(noted.map(({ reading, exchange }) => [reading, exchange]));
  return {
    id,
    title,
    gap,
    reading: safeText([...byReading.keys()].join('; elsewhere '), redact),
    evidence: [...byReading.values()].slice(0, MOST_EVIDENCE).map((exchange) => recordOf(exchange, redact)),
  };
}
