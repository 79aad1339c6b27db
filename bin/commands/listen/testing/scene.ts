import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../../library/start-sandbox.ts';
import { caller } from '../../shared/calls.ts';
import { questionerFor } from '../../shared/client.ts';
import { findOrRegister, type Wish } from '../destination.ts';
import type { AttemptReport, NoticeKind, Reporter } from '../reporter.ts';
import { listen, type Session } from '../session.ts';
import { receiving } from './receiver.ts';

export const KEY = 'sbx-northway-admin';
export const TOKEN = 'opr-listen-tests-0123456789';
export const TERMINAL = 'NW104310';

/** A sandbox on a free port until the test ends. */
export async function sandboxFor(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, operatorToken: TOKEN, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A folder until the test ends. */
export function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Asks the control plane, the operator where it has to be. */
export async function ask<Answer>(base: string, method: string, path: string, body?: object): Promise<Answer> {
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
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer as Answer; // as the contract has it
}

/** The deliveries of a destination, oldest first. */
export async function deliveriesOf(
  base: string,
  destinationId: string,
): Promise<readonly SandboxSchemas['Delivery'][]> {
  const path = `deliveries?limit=500&destination_id=${destinationId}`;
  return (await ask<SandboxSchemas['DeliveryList']>(base, 'GET', path)).data.toReversed();
}

/** Makes an event happen, and has it told. */
export async function trigger(base: string, type = 'cash_low'): Promise<void> {
  await ask(base, 'POST', 'causes', { event_type: type, terminal_id: TERMINAL });
  await ask(base, 'POST', 'clock/advance', { by: 'PT5M' });
}

/** Remembers what it is told. */
export function recordingReporter() {
  const attempts: AttemptReport[] = [];
  const notices: { readonly kind: NoticeKind; readonly message: string }[] = [];
  const waiting: { readonly isThere: () => boolean; readonly resolve: () => void }[] = [];
  const look = (): void => {
    for (const one of waiting) if (one.isThere()) one.resolve();
  };
  const reporter: Reporter = {
    attempt(attemptReport) {
      attempts.push(attemptReport);
      look();
    },
    notice(kind, message) {
      notices.push({ kind, message });
      look();
    },
  };
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (isThere()) resolve();
      else waiting.push({ isThere, resolve });
    });
  return {
    reporter,
    attempts,
    notices,
    kinds: () => notices.map(({ kind }) => kind),
    untilAttempts: (count: number) => until(() => attempts.length >= count),
    /** Resolves once that kind was told so often. */
    untilNotices: (kind: NoticeKind, count = 1) =>
      until(() => notices.filter((one) => one.kind === kind).length >= count),
    untilSaid: (words: string) => until(() => notices.some(({ message }) => message.includes(words))),
  };
}

export interface SceneOptions extends Partial<Session> {
  /** Where the sandbox is reached, where that is not its own address. */
  readonly via?: string;
  readonly wish?: Partial<Wish>;
}

/** A listener that runs, with what it is told, until the test ends. */
export async function listeningTo(
  url: string,
  { via = url, wish = {}, folder = folderFor(), ...rest }: SceneOptions = {},
) {
  const client = { url: via, key: KEY };
  const receiver = rest.receiver ?? receiverAt((await receiving()).url);
  const route = { server: url, forwardTo: receiver.url.href, accountId: undefined };
  const find = () => findOrRegister(caller(questionerFor(client)), folder, { route, ...wish });
  const found = rest.found ?? (await find());
  const attemptReport = recordingReporter();
  const stopping = new AbortController();
  const ended = listen({
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

export const receiverAt = (url: URL, rest: Partial<Session['receiver']> = {}): Session['receiver'] => ({
  url,
  headers: {},
  limitMs: 5000,
  isInsecure: false,
  ...rest,
});
