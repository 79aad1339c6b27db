import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { CallOperation, OperationInput } from './control-plane.ts';
import { listAllEvents, listDeliveriesOfEvents } from './trigger-event.ts';

/* Triggers an outcome in a running sandbox, for the command and the library. */

/** The body of `triggerOutcome`. */
type OutcomeRequest = NonNullable<OperationInput<'triggerOutcome'>['body']>;

/** The change and, if the clock was moved, the resulting events and deliveries. */
export interface OutcomeResult {
  readonly triggered: SandboxSchemas['TriggeredOutcome'];
  /** The events at the terminal or, for a batch, those about its account, since the change, oldest first. Null if the clock was not moved. */
  readonly events: readonly SandboxSchemas['WebhookEvent'][] | null;
  /** The deliveries of these events, oldest first. Null if the clock was not moved. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][] | null;
}

/** Triggers the outcome. With `isAdvancing`, also moves the clock until the object has it and collects the results. */
export async function triggerOutcome(
  call: CallOperation,
  request: OutcomeRequest,
  isAdvancing: boolean,
): Promise<OutcomeResult> {
  const triggered = await call('triggerOutcome', { body: request });
  if (!isAdvancing || triggered.dry_run) return { triggered, events: null, deliveries: null };
  const { happens_at: happensAt, happens_after_seconds: seconds, causes } = triggered;
  await call('advanceClock', { body: { by: seconds } });
  if (triggered.subject === 'dispute') return { triggered, events: [], deliveries: [] }; // no event is about disputes
  const beforeMs = Date.parse(happensAt) - seconds * 1000;
  const terminalId = causes[0]?.terminal_id ?? undefined;
  const accountId = causes[0]?.account_id;
  const listed = await listAllEvents(call, terminalId === undefined ? BATCH_EVENTS : { terminal_id: terminalId });
  const events = listed.filter(
    ({ timestamp, account_id: account }) =>
      Date.parse(timestamp) > beforeMs && (terminalId !== undefined || account === accountId),
  );
  return { triggered, events, deliveries: await listDeliveriesOfEvents(call, events) };
}

const BATCH_EVENTS = { type: 'settlement_mismatch' } as const;
