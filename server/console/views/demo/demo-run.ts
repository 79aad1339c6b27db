import { signal } from '@preact/signals';
import { RequestError, request } from '../../api/request.ts';
import { portal } from '../../api/session.ts';
import type { Delivery, Destination, Inbox, Page, Provoked } from '../../api/types.ts';
import { readInboxToken } from '../../format/inbox-token.ts';
import { runAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { createDestination } from '../destinations/destination-actions.ts';

/* The guided demo: a receiver, an empty cassette, and the verified delivery. */

export interface DemoResult {
  readonly delivery: Delivery;
  readonly isVerified: boolean;
  readonly message: string;
}

export interface DemoRun {
  readonly step: 'receiver' | 'cause' | 'delivery' | 'done';
  readonly startedMs: number;
  readonly destination?: Destination;
  readonly terminalId?: string;
  readonly result?: DemoResult;
  readonly seconds?: number;
}

export const demoRun = signal<DemoRun>({ step: 'receiver', startedMs: Date.now() });

/** Terminals that are emptied, if the user sees them: those with one cassette and no incident at the start. */
const PREFERRED = ['NW104310', 'RL000321'];

const POLL_MS = 150;
const PATIENCE_MS = 15_000;

/** Step 1: registers an inbox for events about cash. */
export async function createReceiver(): Promise<void> {
  demoRun.value = { step: 'receiver', startedMs: Date.now() };
  const created = await createDestination({
    inbox: true,
    name: 'Demo inbox',
    retry_profile: 'fast',
    subscriptions: [{ types: ['cash_low', 'cash_out'] }],
  });
  if (created !== undefined) demoRun.value = { ...demoRun.value, step: 'cause', destination: created.destination };
}

/** Step 2: empties the cassettes of a terminal and moves the clock to the event. Then waits for the delivery. */
export async function emptyCassettes(): Promise<void> {
  const { destination } = demoRun.value;
  const emptied = await runAction('demo', emptyFirstTerminal);
  if (emptied === undefined || destination === undefined) return;
  demoRun.value = { ...demoRun.value, step: 'delivery', terminalId: emptied.terminalId };
  const moved = await advanceClock({ by: `PT${emptied.made.happens_after_seconds}S` });
  const result = moved && (await runAction('demo', () => waitForDelivery(destination)));
  if (result === undefined) demoRun.value = { ...demoRun.value, step: 'cause' };
  else
    demoRun.value = {
      ...demoRun.value,
      step: 'done',
      result,
      seconds: (Date.now() - demoRun.value.startedMs) / 1000,
    };
}

/** Empties the first terminal that is in service and has no such incident. */
async function emptyFirstTerminal(): Promise<{ readonly terminalId: string; readonly made: Provoked }> {
  const usable = (portal.value?.terminals ?? []).filter(
    ({ operational_state: state, health }) => state === 'in_service' && health === 'normal',
  );
  const ids = usable.map(({ terminal_id: id }) => id);
  const candidates = [...PREFERRED.filter((id) => ids.includes(id)), ...ids];
  for (const terminalId of candidates) {
    const body = { event_type: 'cash_out', terminal_id: terminalId };
    try {
      return { terminalId, made: await request<Provoked>('/sandbox/causes', { method: 'POST', body }) };
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 409) throw error;
    }
  }
  throw new Error('No terminal can be emptied now. Reset the data on the page Clock.');
}

/** Waits until the inbox has verified a delivery. */
async function waitForDelivery(destination: Destination): Promise<DemoResult> {
  const inboxPath = `/sandbox/inbox/${readInboxToken(destination)}`;
  const query = `destination_id=${destination.destination_id}&limit=1`;
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; ) {
    const { data } = await request<Page<Delivery>>(`/sandbox/deliveries?${query}`);
    const [delivery] = data;
    if (delivery?.state === 'delivered') {
      const { messages } = await request<Inbox>(inboxPath);
      const [latest] = messages;
      return {
        delivery,
        isVerified: latest?.signature.verified === true,
        message: latest?.signature.message ?? 'The inbox was emptied.',
      };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('No delivery arrived within 15 seconds. The page Events & deliveries shows why.');
}
