import { batch, computed, signal } from '@preact/signals';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { openEventStream, type StreamMessage } from '../api/event-stream.ts';
import { CONSOLE_PREFIX, RequestError, request } from '../api/request.ts';
import { isOperator, mayManage } from '../api/session.ts';
import type { Attempt, Clock, Delivery, Exchange } from '../api/types.ts';
import { notify } from './notices.ts';

/* The live connection to the sandbox, and what it reports. */

type Messages = SandboxSchemas['ActivityMessages'];

/** `limited`: the user may not watch activity, so the page reads again at intervals. */
export type Connection = 'connecting' | 'live' | 'lost' | 'limited';

export const connection = signal<Connection>('connecting');
/** The real time at which data was current for the last time, in epoch milliseconds. */
export const currentUntilMs = signal(Date.now());

/** The clock as last reported, and when in real time. */
export const clock = signal<{ readonly value: Clock; readonly atMs: number } | undefined>(undefined);

/** Increases when data, deliveries or the clock may have changed, so that views read them again. */
export const dataVersion = signal(0);

/** The latest attempts, newest first. */
export const attempts = signal<readonly { readonly delivery: Delivery; readonly attempt: Attempt }[]>([]);

/** The latest exchanges since the connection, newest first. */
export const liveExchanges = signal<readonly Exchange[]>([]);

export const isCurrent = computed(() => connection.value === 'live' || connection.value === 'limited');

const MAX_KEPT = 200;
const POLL_MS = 10_000;
const RECONNECT_MS = [300, 1000, 2000, 5000];
/** Views read again at most this often. A single message takes effect sooner. */
const RELOAD_INTERVAL_MS = 250;
const RELOAD_DELAY_MS = 20;

let resetPosition: number | undefined;
let run = 0;

/** Connects with the present credentials, and reconnects until `disconnect`. */
export function connect(): void {
  disconnect();
  connection.value = 'connecting';
  void keepConnected(run);
}

export function disconnect(): void {
  run += 1;
  closeStream();
  batch(() => {
    attempts.value = [];
    liveExchanges.value = [];
    clock.value = undefined;
  });
  resetPosition = undefined;
}

let closeStream = (): void => undefined;

async function keepConnected(mine: number): Promise<void> {
  for (let failures = 0; mine === run; failures += 1) {
    try {
      if (mayManage.value || isOperator.value) {
        await readStream(mine, () => {
          failures = -1;
        });
      } else await poll(mine);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) return; // the session has ended
    }
    if (mine !== run) return;
    connection.value = 'lost';
    await wait(RECONNECT_MS[Math.min(Math.max(failures, 0), RECONNECT_MS.length - 1)] ?? 5000);
  }
}

/** Reads the stream until it ends. The operator's stream replaces that of a user who may not read it. */
async function readStream(mine: number, onConnected: () => void): Promise<void> {
  const isOwn = mayManage.value;
  const stream = await openEventStream('/sandbox/activity', isOwn ? {} : { as: 'operator' });
  closeStream = stream.close;
  onConnected();
  if (connection.value === 'lost') notify('info', 'Connected again. The page shows current data.');
  connection.value = 'live';
  for await (const message of stream.messages) {
    if (mine !== run) return;
    currentUntilMs.value = Date.now();
    receive(message, isOwn);
  }
}

/** Reads again at intervals, for users without access to the stream. */
async function poll(mine: number): Promise<void> {
  while (mine === run) {
    await request('/v1/portal');
    currentUntilMs.value = Date.now();
    connection.value = 'limited';
    reloadSoon();
    await wait(POLL_MS);
  }
}

function receive({ name, data }: StreamMessage, isOwn: boolean): void {
  const message: unknown = JSON.parse(data);
  if (name === 'clock') {
    clock.value = { value: message as Messages['clock'], atMs: Date.now() };
    reloadSoon();
  } else if (name === 'change') receiveChange(message as Messages['change']);
  else if (name === 'attempt' && isOwn) {
    attempts.value = [message as Messages['attempt'], ...attempts.value].slice(0, MAX_KEPT);
    reloadSoon();
  } else if (name === 'request' && isOwn) {
    const exchange = message as Messages['request'];
    if (exchange.request_id.startsWith(CONSOLE_PREFIX)) return; // consoles would make each other read again, endlessly
    liveExchanges.value = [exchange, ...liveExchanges.value].slice(0, MAX_KEPT);
  }
}

function receiveChange({ reset_position: latest }: Messages['change']): void {
  if (resetPosition !== undefined && latest !== resetPosition) {
    attempts.value = [];
    notify('info', 'The data was reset. The page shows the new data.');
  }
  resetPosition = latest;
  reloadSoon();
}

let reloadTimer: ReturnType<typeof setTimeout> | undefined;
let reloadedAtMs = 0;

/** Makes views read again, soon and once for several messages. */
function reloadSoon(): void {
  if (reloadTimer !== undefined) return;
  const delayMs = Math.max(RELOAD_DELAY_MS, reloadedAtMs + RELOAD_INTERVAL_MS - Date.now());
  reloadTimer = setTimeout(() => {
    reloadTimer = undefined;
    reloadedAtMs = Date.now();
    dataVersion.value += 1;
  }, delayMs);
}

/** Makes views read again at once. */
export function reloadNow(): void {
  dataVersion.value += 1;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
