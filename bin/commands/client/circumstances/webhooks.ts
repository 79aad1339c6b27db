import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseAnswer } from '../../../../conformance/client/core/answer.ts';
import { type Expected, findDifferences } from '../../../../conformance/client/core/expected.ts';
import type { Circumstance } from '../../../../conformance/client/core/lesson.ts';
import { exampleEvents, type ProbeEvent } from '../../../../conformance/receiver/events/events.ts';
import { SCHEMES } from '../../../../conformance/webhooks/scheme.ts';
import { signDelivery } from '../../../../conformance/webhooks/signature.ts';
import { pageLists, serveSandbox } from '../playing/lists.ts';
import { drawToken } from '../playing/random.ts';
import { markReply } from '../playing/reply.ts';
import type { Stage } from '../playing/stage.ts';
import type { Play } from './play.ts';

const START_MS = 15_000;
const ANSWER_MS = 3000;
const RESPONSE_MS = 5000;
const DAY_SECONDS = 86_400;
const PATH = '/hooks';

const drawSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The state of the incident of an event, and its number in the incident. */
type State = readonly ['triggered' | 'escalated' | 'resolved', number];

/** Creates an event of an incident with new ids. */
function createEvent(terminalId: string, [state, sequence]: State, incidentId = `inc_${drawId()}`): ProbeEvent {
  const example = exampleEvents.find(({ type }) => type === 'cash_low');
  if (example === undefined) throw new Error('the contract has no example of cash_low');
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const isResolved = state === 'resolved';
  return {
    ...example,
    ...{ id: `evt_${drawId()}`, timestamp: now, terminal_id: terminalId },
    incident: {
      ...Object(example.incident),
      ...{ incident_id: incidentId, state, sequence, dedupe_key: `cash_low:${terminalId}:${incidentId}` },
      ...{ opened_at: now, resolved_at: isResolved ? now : null, resolution: isResolved ? 'recovered' : null },
    },
  };
}

const drawId = (): string => drawToken(26).toUpperCase();
const readIncident = ({ incident }: ProbeEvent): string => String(Object(incident).incident_id);

/** A delivery with its deviations from an ordinary one. */
interface Sent {
  readonly name: string;
  readonly event: ProbeEvent;
  readonly isGenuine: boolean;
  readonly secondsAgo?: number;
  /** The signed text. Default: the event as JSON. */
  readonly body?: string;
  /** The text that is sent in its place. */
  readonly sentBody?: string;
  readonly secrets?: readonly string[];
  readonly isUnsigned?: boolean;
}

interface Receiving {
  /** The deliveries, in their order. */
  readonly sent: readonly Sent[];
  readonly events: { readonly required: readonly ProbeEvent[]; readonly optional?: readonly ProbeEvent[] };
  /** Ids of the incidents that are open at the end. */
  readonly open: readonly string[];
  /** The terminals whose status the client reads. */
  readonly terminalIds?: readonly string[];
}

/** Runs the receiver of the client, sends it deliveries, and waits for its answer. */
async function receive(stage: Stage, plan: (secret: string) => Receiving): Promise<void> {
  const { world } = stage;
  const service = pageLists(world, {})(serveSandbox(world));
  stage.serve(async (incoming) => {
    const reply = await service(incoming);
    return incoming.path.endsWith('/status-monitoring') && reply.status === 200
      ? markReply(reply, 'read-alerts')
      : reply;
  });
  const secret = drawSecret();
  const { sent, events, open, terminalIds = [] } = plan(secret);
  const port = await findFreePort();
  const expected: Expected = {
    event_ids: {
      kind: 'set',
      values: events.required.map(({ id }) => id),
      optional: (events.optional ?? []).map(({ id }) => id),
    },
    open_incidents: { kind: 'set', values: open },
  };
  await stage.run({
    task: 'receive_webhooks',
    input: { port, path: PATH, secret, terminal_ids: terminalIds },
    expect: async () => expected,
    async serve(client) {
      let hasEnded = false;
      const end = (): void => {
        hasEnded = true;
      };
      client.ended.then(end, end);
      if (!(await awaitPort(port, () => hasEnded))) return;
      for (const one of sent) await deliver(stage, one, { port, secret });
      const isRight = (): boolean => findDifferences(parseAnswer(client.output(), null), expected).length === 0;
      for (let waitedMs = 0; waitedMs < ANSWER_MS && !hasEnded && !isRight(); waitedMs += 50) await wait(50);
    },
  });
}

async function deliver(
  { recorder, deliveries }: Stage,
  { name, event, isGenuine, secondsAgo = 0, body = JSON.stringify(event), sentBody, secrets, isUnsigned }: Sent,
  { port, secret }: { readonly port: number; readonly secret: string },
): Promise<void> {
  const timestampSeconds = Math.floor(Date.now() / 1000) - secondsAgo;
  const headers = signDelivery(SCHEMES['standard-webhooks'], {
    ...{ id: event.id, timestampSeconds, body },
    secrets: secrets ?? [secret],
  }).filter(([header]) => isUnsigned !== true || header !== 'webhook-signature');
  const atMs = recorder.now();
  const status = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    ...{ method: 'POST', body: sentBody ?? body, redirect: 'manual' },
    headers: [
      ['content-type', 'application/json'],
      ...headers.map(([header, value]): [string, string] => [header, value]),
    ],
    signal: AbortSignal.timeout(RESPONSE_MS),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => null,
  );
  deliveries.push({ atMs, name, eventId: event.id, isGenuine, status });
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Waits until a program listens on the port. Returns whether it does. */
async function awaitPort(port: number, hasEnded: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < START_MS && !hasEnded(); waitedMs += 50) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return true;
    await wait(50);
  }
  return false;
}

/** Returns the ids of the open alerts of a terminal. */
async function listAlerts({ world }: Stage, terminalId: string): Promise<readonly string[]> {
  const { open_alerts: open } = await world.read(`/v1/terminals/${terminalId}/status-monitoring`);
  return Array.isArray(open) ? open.map((one) => String(Object(one).incident_id)) : [];
}

const genuine = (event: ProbeEvent, name = 'an event'): Sent => ({ name, event, isGenuine: true });

/** Writes JSON with unusual spaces and escapes: only its bytes verify. */
const writeOddly = (event: ProbeEvent): string =>
  JSON.stringify({ note: 'Süd', ...event }, null, 1)
    .replaceAll('": ', '" :  ')
    .replaceAll('ü', '\\u00fc');

/** Plays of deliveries. */
export const webhookPlays = {
  signatures: {
    act: (stage) =>
      receive(stage, (secret) => {
        const [terminalId = ''] = stage.world.terminalIds;
        const draw = (): ProbeEvent => createEvent(terminalId, ['triggered', 1]);
        const [odd, rotated, forged, changed, unsigned] = [draw(), draw(), draw(), draw(), draw()];
        return {
          sent: [
            { ...genuine(odd, 'an event with unusual spaces'), body: writeOddly(odd) },
            { name: 'an event signed with another secret', event: forged, isGenuine: false, secrets: [drawSecret()] },
            {
              ...{ name: 'a forged delivery with the id of the last event', event: rotated, isGenuine: false },
              secrets: [drawSecret()],
            },
            {
              ...{ name: 'an event that was changed after signing', event: changed, isGenuine: false },
              sentBody: JSON.stringify(changed).replace('"severity"', '"severity" '),
            },
            { name: 'an event without a signature', event: unsigned, isGenuine: false, isUnsigned: true },
            { ...genuine(rotated, 'an event with two signatures'), secrets: [drawSecret(), secret] },
          ],
          events: { required: [odd, rotated] },
          open: [odd, rotated].map(readIncident),
        };
      }),
  },
  'old-delivery': {
    act: (stage) =>
      receive(stage, () => {
        const [terminalId = ''] = stage.world.terminalIds;
        const draw = (): ProbeEvent => createEvent(terminalId, ['triggered', 1]);
        const [recent, old, ahead] = [draw(), draw(), draw()];
        return {
          sent: [
            { name: 'a delivery of the day before', event: old, isGenuine: false, secondsAgo: DAY_SECONDS },
            { name: 'a delivery of the day after', event: ahead, isGenuine: false, secondsAgo: -DAY_SECONDS },
            genuine(recent),
          ],
          events: { required: [recent] },
          open: [readIncident(recent)],
        };
      }),
  },
  duplicates: {
    act: (stage) =>
      receive(stage, () => {
        const [terminalId = ''] = stage.world.terminalIds;
        const [one, other] = [createEvent(terminalId, ['triggered', 1]), createEvent(terminalId, ['triggered', 1])];
        return {
          sent: [
            genuine(one),
            { ...genuine(one, 'the same event again'), secondsAgo: -1 },
            genuine(other),
            genuine(one, 'the same event again'),
          ],
          events: { required: [one, other] },
          open: [one, other].map(readIncident),
        };
      }),
  },
  reordered: {
    act: (stage) =>
      receive(stage, () => {
        const [terminalId = ''] = stage.world.terminalIds;
        const end = createEvent(terminalId, ['resolved', 2]);
        const beginning = createEvent(terminalId, ['triggered', 1], readIncident(end));
        const other = createEvent(terminalId, ['triggered', 1]);
        const worse = createEvent(terminalId, ['escalated', 3], readIncident(other));
        const notice = createEvent(terminalId, ['escalated', 2], readIncident(other));
        const third = createEvent(terminalId, ['triggered', 1]);
        const thirdEnd = createEvent(terminalId, ['resolved', 2], readIncident(third));
        const escalated = createEvent(terminalId, ['escalated', 2]);
        return {
          sent: [
            genuine(end, 'the end of an incident'),
            genuine(beginning, 'its beginning'),
            genuine(other, 'another incident'),
            genuine(worse, 'its third event'),
            genuine(notice, 'its second event'),
            genuine(third, 'a third incident'),
            genuine(thirdEnd, 'its end'),
            genuine(escalated, 'the escalation of a fourth incident'),
          ],
          events: { required: [end, other, worse, third, thirdEnd, escalated], optional: [beginning, notice] },
          open: [other, escalated].map(readIncident),
        };
      }),
  },
  'late-event': {
    act: (stage) =>
      receive(stage, () => {
        const [terminalId = ''] = stage.world.terminalIds;
        const timestamp = new Date(Date.now() - 6 * DAY_SECONDS * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
        const late = { ...createEvent(terminalId, ['triggered', 1]), timestamp };
        return {
          sent: [genuine(late, 'an event that happened six days ago')],
          events: { required: [late] },
          open: [readIncident(late)],
        };
      }),
  },
  samples: {
    act: (stage) =>
      receive(stage, () => {
        const [terminalId = ''] = stage.world.terminalIds;
        const event = createEvent(terminalId, ['triggered', 1]);
        const createSample = (...[state, incidentId]: readonly [State, string?]): ProbeEvent => ({
          ...createEvent(terminalId, state, incidentId),
          is_test: true,
        });
        const beginning = createSample(['triggered', 1]);
        const end = createSample(['resolved', 2], readIncident(event));
        return {
          sent: [
            genuine(beginning, 'a sample of another incident'),
            genuine(event),
            genuine(end, 'a sample of the end of its incident'),
          ],
          events: { required: [event], optional: [beginning, end] },
          open: [readIncident(event)],
        };
      }),
  },
  missed: {
    fleet: () => ({ terminals: 3 }),
    async act(stage) {
      const { terminalIds, sandbox } = stage.world;
      const [firstId = ''] = terminalIds;
      // A terminal that has this fault already cannot get it again.
      const readAlerts = () => Promise.all(terminalIds.map((id) => listAlerts(stage, id)));
      const healthy = (await readAlerts()).findIndex((alerts) => alerts.length === 0);
      const terminalId = terminalIds[healthy];
      if (terminalId !== undefined) await sandbox.trigger('dispenser_fault', { terminalId, advance: true });
      const missed = (await readAlerts()).flat();
      await receive(stage, () => {
        const event = createEvent(firstId, ['triggered', 1]);
        return {
          sent: [genuine(event)],
          events: { required: [event] },
          open: [...missed, readIncident(event)],
          terminalIds,
        };
      });
    },
  },
} satisfies Partial<Record<Circumstance, Play>>;
