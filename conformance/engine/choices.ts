import type { GapId } from '../../spec/index.ts';
import type { Exchange } from '../http/client.ts';
import type { Redactor } from '../http/redaction.ts';
import { redactText, toExchangeRecord } from './results/exchange-record.ts';
import type { RecordedChoice } from './results/result.ts';

/** The choices that the document leaves to each service, and the gap that each belongs to. */
const CHOICES = {
  'limit.zero': ['Response to `limit=0`', 'lists.limit_bounds'],
  'limit.negative': ['Response to `limit=-1`', 'lists.limit_bounds'],
  'limit.words': ['Response to a non-numeric `limit`', 'errors.statuses'],
  'limit.fraction': ['Response to `limit=1.5`', 'errors.statuses'],
  'limit.huge': ['Response to a huge `limit`', 'lists.limit_bounds'],
  'limit.twice': ['Response to a repeated `limit` (1 and 2)', 'errors.statuses'],
  'sort.unknown_column': ['Response to an unknown `sort_by`', 'transactions.sort_values'],
  'sort.unknown_direction': ['Response to an unknown `sort_dir`', 'transactions.sort_values'],
  'sort.upper_case': ['Response to `sort_dir=DESC`', 'transactions.sort_values'],
  'sort.ascending': ['Whether `sort_dir=asc` sorts in ascending order', 'transactions.sort_values'],
  'sort.default_direction': ['Direction of `sort_by` without `sort_dir`', 'transactions.sort_values'],
  'lists.default_order': ['Default order of transactions', 'lists.order'],
  'filters.unknown_terminal': ['Response to a filter by an unknown terminal', 'transactions.filter_unknown'],
  'filters.unknown_group': ['Response to a filter by an unknown group', 'transactions.filter_unknown'],
  'filters.ill_formed_id': ['Response to a filter by a malformed id', 'transactions.filter_unknown'],
  'query.unknown_parameter': ['Response to an unknown parameter', 'query.unknown_parameter'],
  'summary.extent': ['Rows that the totals cover', 'transactions.summary_extent'],
  'emv.absent': ['Representation of a missing EMV indicator', 'transactions.entry_modes'],
  'reviewer.absent': ['Representation of a missing reviewer', 'disputes.fields'],
} as const satisfies Readonly<Record<string, readonly [title: string, gap: GapId]>>;

export type ChoiceId = keyof typeof CHOICES;

/** Records how the target reads what the document leaves open. Has no effect on verdicts. */
export interface ChoiceBook {
  note(id: ChoiceId, reading: string, exchange: Exchange): void;
}

interface Noted {
  readonly reading: string;
  readonly exchange: Exchange;
}

const MAX_EVIDENCE = 3;

/** Creates the choice book of a run; `read` returns its contents at the end. */
export function createChoiceBook(): ChoiceBook & { read(redact: Redactor): RecordedChoice[] } {
  const notes = new Map<ChoiceId, Noted[]>();
  return {
    note(id, reading, exchange) {
      notes.set(id, [...(notes.get(id) ?? []), { reading, exchange }]);
    },
    read: (redact) =>
      CHOICE_IDS.flatMap((id) => {
        const noted = notes.get(id);
        return noted === undefined ? [] : [toRecordedChoice(id, noted, redact)];
      }),
  };
}

const CHOICE_IDS = Object.keys(CHOICES) as ChoiceId[]; // the table's own keys

function toRecordedChoice(id: ChoiceId, noted: readonly Noted[], redact: Redactor): RecordedChoice {
  const [title, gap] = CHOICES[id];
  const byReading = new Map(noted.map(({ reading, exchange }) => [reading, exchange]));
  return {
    id,
    title,
    gap,
    reading: redactText([...byReading.keys()].join('; elsewhere '), redact),
    evidence: [...byReading.values()].slice(0, MAX_EVIDENCE).map((exchange) => toExchangeRecord(exchange, redact)),
  };
}
