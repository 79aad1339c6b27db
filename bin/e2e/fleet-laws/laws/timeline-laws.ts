import type { Schemas } from '../../../../spec/index.ts';
import { disputesOf, forEach, isApproved, isCash, isSorted, type Law, rowsOf } from '../law.ts';
import type { FleetReading, Row } from '../read-fleet.ts';

type Timeline = Schemas['TransactionTimeline'];
type Step = Timeline['steps'][number];

const timelines = (reading: FleetReading): readonly Timeline[] => [...reading.timelines.values()];

function pairs(reading: FleetReading): readonly (readonly [Timeline, Row])[] {
  const byId = new Map(rowsOf(reading).map((row) => [row.transaction_id, row]));
  return timelines(reading).map((timeline) => [timeline, byId.get(timeline.transaction_id) as Row] as const);
}

const find = ({ steps }: Timeline, ...names: readonly Step['step'][]): Step | undefined =>
  steps.find(({ step }) => names.includes(step));
const has = (timeline: Timeline, ...names: readonly Step['step'][]): boolean => find(timeline, ...names) !== undefined;

/** Whether the steps that occur are in this order. */
function inOrder(timeline: Timeline, names: readonly Step['step'][]): boolean {
  const numbers = names.map((name) => find(timeline, name)?.step_no).filter((number) => number !== undefined);
  return isSorted(numbers, (before, after) => before < after);
}

const PROTOCOL: readonly Step['step'][] = [
  'surcharge_accepted',
  'request_received',
  'routed',
  'response_received',
  'dispense_started',
  'cash_taken',
];

export const timelineLaws: readonly Law[] = [
  {
    name: 'the steps of a timeline are numbered from 1',
    examine: forEach(timelines, ({ steps }) => steps.every((step, at) => step.step_no === at + 1)),
  },
  {
    name: 'the times of a timeline never go backwards',
    examine: forEach(timelines, ({ steps }) =>
      isSorted(steps, (before, after) => Date.parse(before.at) <= Date.parse(after.at)),
    ),
  },
  {
    name: 'the duration of a timeline is from its first step to its last',
    examine: forEach(
      timelines,
      ({ steps, duration_ms: duration }) =>
        Date.parse(steps.at(-1)?.at ?? '') - Date.parse(steps[0]?.at ?? '') === duration,
    ),
  },
  {
    name: 'no step of a timeline is in the future',
    examine: forEach(timelines, ({ steps }, { now }) => steps.every(({ at }) => Date.parse(at) <= now)),
  },
  {
    name: 'a timeline is that of its row',
    examine: forEach(pairs, ([timeline, row]) => row !== undefined && timeline.terminal_id === row.terminal_id),
  },
  {
    name: 'the outcome of a timeline agrees with its row',
    examine: forEach(
      (reading) => pairs(reading).filter(([, row]) => row.transaction_type !== 'reversal'),
      ([{ outcome }, row]) => {
        if (row.dispense_status === 'reversed') return outcome === 'reversed';
        if (row.dispense_status === 'under_dispense' || row.response === '10') return outcome === 'partially_completed';
        if (isApproved(row)) return outcome === 'approved';
        return outcome === 'declined' || (outcome === 'timed_out' && ['68', '91'].includes(row.response));
      },
    ),
  },
  {
    name: 'a response in a timeline has the code of the row',
    examine: forEach(
      (reading) =>
        pairs(reading).filter(
          ([timeline, row]) => has(timeline, 'response_received') && row.transaction_type !== 'reversal',
        ),
      ([timeline, row]) => find(timeline, 'response_received')?.code === row.response,
    ),
  },
  {
    name: 'notes are dispensed only after an approval',
    examine: forEach(
      pairs,
      ([timeline, row]) =>
        !has(timeline, 'dispense_started', 'dispense_completed', 'cash_taken') || (isCash(row) && isApproved(row)),
    ),
  },
  {
    name: 'a complete dispense shows that the cash was taken',
    examine: forEach(
      (reading) => pairs(reading).filter(([, row]) => row.dispense_status === 'full_dispense'),
      ([timeline]) => has(timeline, 'cash_taken'),
    ),
  },
  {
    name: 'fee, request, response and cash follow each other',
    examine: forEach(timelines, (timeline) => inOrder(timeline, PROTOCOL)),
  },
  {
    name: 'the card and the PIN come before the request',
    examine: forEach(
      timelines,
      (timeline) =>
        inOrder(timeline, ['card_inserted', 'pin_entered', 'request_received']) &&
        inOrder(timeline, ['card_tapped', 'pin_entered', 'request_received']),
    ),
  },
  {
    name: 'a tapped card is contactless, and the failure of a chip is a fallback',
    examine: forEach(
      pairs,
      ([timeline, row]) =>
        (!has(timeline, 'card_tapped') || row.emv === 'contactless') &&
        (!has(timeline, 'chip_fallback') || row.emv === 'fallback'),
    ),
  },
  {
    name: 'a reversed row has a reversal that is acknowledged after it is sent',
    examine: forEach(
      (reading) => pairs(reading).filter(([, row]) => row.dispense_status === 'reversed'),
      ([timeline]) => has(timeline, 'reversal_sent') && inOrder(timeline, ['reversal_sent', 'reversal_acknowledged']),
    ),
  },
  {
    name: 'a row that is not reversed has no reversal in its timeline',
    examine: forEach(
      (reading) =>
        pairs(reading).filter(([, row]) => row.dispense_status !== 'reversed' && row.transaction_type !== 'reversal'),
      ([timeline]) => !has(timeline, 'reversal_sent', 'reversal_acknowledged'),
    ),
  },
  {
    name: 'a timeline shows the disputes of its row',
    examine: forEach(pairs, ([timeline, row], reading) => {
      const cases = disputesOf(reading).filter(({ transaction_id: id }) => id === row.transaction_id);
      const count = (name: Step['step']) => timeline.steps.filter(({ step }) => step === name).length;
      return (
        count('dispute_opened') === cases.length &&
        count('dispute_resolved') === cases.filter(({ status }) => status === 'resolved').length
      );
    }),
  },
  {
    name: 'a dispute is in the timeline at its instants',
    examine: forEach(
      (reading) => disputesOf(reading).filter(({ transaction_id: id }) => reading.timelines.has(id)),
      (dispute, reading) => {
        const steps = reading.timelines.get(dispute.transaction_id)?.steps ?? [];
        const isAt = (name: Step['step'], at: string) =>
          steps.some((step) => step.step === name && Date.parse(step.at) === Date.parse(at));
        return (
          isAt('dispute_opened', dispute.opened_at) &&
          (dispute.resolution === null || isAt('dispute_resolved', dispute.resolution.resolved_at))
        );
      },
    ),
  },
  {
    name: 'a timeline goes through a connector of the list',
    examine: forEach(
      (reading) => timelines(reading).filter(({ connector_id: id }) => id !== null),
      ({ connector_id: id }, { admin }) => admin.connectors.data.some((connector) => connector.connector_id === id),
    ),
  },
  {
    name: 'a row is settled only when a batch of its business date is',
    examine: forEach(
      (reading) => pairs(reading).filter(([timeline]) => has(timeline, 'settled')),
      ([timeline, row], { admin }) => {
        const at = Date.parse(find(timeline, 'settled')?.at ?? '');
        return admin.batches.data.some(
          (batch) =>
            batch.business_date === row.business_date &&
            batch.timing.settled_at !== null &&
            Date.parse(batch.timing.settled_at) === at,
        );
      },
    ),
  },
];
