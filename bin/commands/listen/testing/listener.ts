import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { createCall } from '../../../control/control-plane.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../../library/start-sandbox.ts';
import { createRequestSender } from '../../shared/client.ts';
import { findOrRegisterListener, type WantedListener } from '../destination/find-destination.ts';
import type { ListenReporter, NoticeKind, ReportedAttempt } from '../output/reporter.ts';
import { type ListenSession, runSession } from '../session.ts';
import { startTestReceiver } from './receiver.ts';

export const KEY = 'sbx-northway-admin';
export const TOKEN = 'opr-listen-tests-0123456789';
export const TERMINAL = 'NW104310';

/** Starts a sandbox on a free port until the test ends. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, operatorToken: TOKEN, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Creates a folder until the test ends. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Sends a request such as `POST clock/advance` to the control plane, as the operator if the path requires it. Throws on a
 * refusal.
 */
export async function callSandbox<Answer>(base: string, request: string, body?: object): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const isOperators = /^(clock\/|reset)/.test(path);
  const response = await fetch(`${base}/sandbox/${path}`, {
    method,
    headers: {
      ...(isOperators ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': KEY }),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${request}: ${JSON.stringify(answer)}`);
  return answer as Answer; // the sandbox validates its replies against its contract
}

/** Returns the deliveries of a destination, oldest first. */
export async function listDeliveriesTo(
  base: string,
  destinationId: string,
): Promise<readonly SandboxSchemas['Delivery'][]> {
  const path = `deliveries?limit=500&destination_id=${destinationId}`;
  return (await callSandbox<SandboxSchemas['DeliveryList']>(base, `GET ${path}`)).data.toReversed();
}

/** Triggers an event and moves the clock until it is emitted. */
export async function triggerAtTerminal(base: string, type = 'cash_low'): Promise<void> {
  await callSandbox(base, 'POST causes', { event_type: type, terminal_id: TERMINAL });
  await callSandbox(base, 'POST clock/advance', { by: 'PT5M' });
}

/** Creates a reporter that records attempts and notices. */
export function createRecordingReporter() {
  const attempts: ReportedAttempt[] = [];
  const notices: { readonly kind: NoticeKind; readonly message: string }[] = [];
  const waiting: { readonly isPresent: () => boolean; readonly resolve: () => void }[] = [];
  const resolveWaiting = (): void => {
    for (const one of waiting) if (one.isPresent()) one.resolve();
  };
  const reporter: ListenReporter = {
    attempt(attemptReport) {
      attempts.push(attemptReport);
      resolveWaiting();
    },
    notice(kind, message) {
      notices.push({ kind, message });
      resolveWaiting();
    },
  };
  const until = (isPresent: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (isPresent()) resolve();
      else waiting.push({ isPresent, resolve });
    });
  return {
    reporter,
    attempts,
    notices,
    kinds: () => notices.map(({ kind }) => kind),
    untilAttempts: (count: number) => until(() => attempts.length >= count),
    /** Resolves after `count` notices of that kind. */
    untilNotices: (kind: NoticeKind, count = 1) =>
      until(() => notices.filter((one) => one.kind === kind).length >= count),
    untilLine: (words: string) => until(() => notices.some(({ message }) => message.includes(words))),
  };
}

export interface ListenerOptions extends Partial<ListenSession> {
  /** URL that the listener connects to. Default: the URL of the sandbox. */
  readonly via?: string;
  readonly wanted?: Partial<WantedListener>;
}

/** Starts a listener with a recording reporter until the test ends. */
export async function startListener(
  url: string,
  { via = url, wanted = {}, folder = createTestFolder(), ...rest }: ListenerOptions = {},
) {
  const client = { url: via, key: KEY };
  const receiver = rest.receiver ?? forwardTo((await startTestReceiver()).url);
  const route = { server: url, forwardTo: receiver.url.href, accountId: undefined };
  const find = () => findOrRegisterListener(createCall(createRequestSender(client)), folder, { route, ...wanted });
  const found = rest.found ?? (await find());
  const attemptReport = createRecordingReporter();
  const stopping = new AbortController();
  const ended = runSession({
    client,
    found,
    findAgain: find,
    receiver,
    reporter: attemptReport.reporter,
    folder,
    stop: stopping.signal,
    pausesMs: [1, 5, 20],
    ...rest,
  });
  onTestFinished(async () => {
    stopping.abort();
    await ended;
  });
  return {
    ...attemptReport,
    found,
    folder,
    ended,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

export const forwardTo = (url: URL, rest: Partial<ListenSession['receiver']> = {}): ListenSession['receiver'] => ({
  url,
  headers: {},
  limitMs: 5000,
  isInsecure: false,
  ...rest,
});
