import { type Call, caller } from '../shared/calls.ts';
import { NoAnswer, orSayWhy, questionerFor, sandboxAddress } from '../shared/client.ts';
import { makeOwn, ownFolder } from '../shared/own-folder.ts';
import { jsonReporter } from './as-json.ts';
import type { ListenOptions } from './command.ts';
import { type Found, findOrRegister, namedDestination, type Wish } from './destination.ts';
import { reportFound, reportRecovered } from './notices.ts';
import type { Since } from './options.ts';
import { textReporter } from './pretty.ts';
import { NOT_TAKEN, recoverSince } from './recovery.ts';
import type { Reporter } from './reporter.ts';
import { writeSecret } from './secret-file.ts';
import { listen, type SessionEnd } from './session.ts';
import { stopSignals } from './stop.ts';

/** Finds the destination, prints or writes its secret if requested, and listens. Sets the exit code. */
export function runListen(options: ListenOptions): Promise<void> {
  return orSayWhy(async () => {
    openMemory();
    const call = caller(questionerFor(options), 'listen');
    const reporter = reporterFor(options);
    const find = finderFor(options, call);
    const found = await find();
    if (options.secretFile !== undefined) writeTo(options.secretFile, found);
    if (options.printSecret === true) {
      process.stdout.write(`${found.secrets[0]}\n`);
      return;
    }
    reportFound(reporter, found);
    await recoverFor(options, call, found, reporter);
    await listenFor(options, reporter, find, found);
  });
}

/** Fails immediately if state cannot be stored: deliveries could be forwarded twice. */
function openMemory(): void {
  try {
    makeOwn(ownFolder());
  } catch (error) {
    throw new NoAnswer(`The state of listen cannot be stored: ${error instanceof Error ? error.message : error}`, 1);
  }
}

const writeLine =
  (stream: NodeJS.WriteStream) =>
  (line: string): void =>
    void stream.write(`${line}\n`);

function reporterFor({ format, printSecret }: ListenOptions): Reporter {
  if (format === 'jsonl' && printSecret !== true) return jsonReporter(writeLine(process.stdout), Date.now);
  return textReporter({
    out: writeLine(process.stdout),
    aside: writeLine(process.stderr),
    columns: () => (process.stdout.isTTY ? process.stdout.columns : undefined),
  });
}

function finderFor(options: ListenOptions, call: Call): () => Promise<Found> {
  const { destination, forwardTo, account, terminal, types, retryProfile, secret } = options;
  if (destination !== undefined) return () => namedDestination(call, destination);
  const route = { server: sandboxAddress(options), forwardTo: forwardTo?.href ?? '', accountId: account };
  const wish: Wish = {
    route,
    ...(terminal === undefined ? {} : { terminalId: terminal }),
    ...(types === undefined ? {} : { types }),
    ...(retryProfile === undefined ? {} : { retryProfile }),
    ...(secret === undefined ? {} : { secret }),
  };
  return () => findOrRegister(call, ownFolder(), wish);
}

function writeTo(place: NonNullable<ListenOptions['secretFile']>, { secrets: [secret = ''] }: Found): void {
  try {
    writeSecret(place, secret);
  } catch (error) {
    throw new NoAnswer(`${place.path} cannot be written: ${error instanceof Error ? error.message : error}`, 1);
  }
  process.stderr.write(`Wrote the secret to ${place.path} as ${place.name}.\n`);
}

async function recoverFor(
  { since, fromStart }: ListenOptions,
  call: Call,
  { destinationId }: Found,
  reporter: Reporter,
): Promise<void> {
  if (since === undefined && fromStart !== true) return;
  const instant = since === undefined ? BEFORE_ALL : await instantOf(since, call);
  const count = await recoverSince(call, destinationId, { since: instant, states: NOT_TAKEN });
  reportRecovered(reporter, instant, count);
}

const BEFORE_ALL = '1970-01-01T00:00:00Z';

async function instantOf(since: Since, call: Call): Promise<string> {
  if ('instant' in since) return since.instant;
  const { now } = await call('getClock');
  return new Date(Date.parse(now) - since.agoMs).toISOString();
}

async function listenFor(
  options: ListenOptions,
  reporter: Reporter,
  findAgain: () => Promise<Found>,
  found: Found,
): Promise<void> {
  const { forwardTo, header = {}, forwardTimeout, insecure, exitAfter, timeout, destination } = options;
  if (forwardTo === undefined) throw new Error('a run without --forward-to only prints the secret');
  const stop = stopSignals(timeout);
  try {
    const end = await listen({
      client: options,
      found,
      ...(destination === undefined ? { findAgain } : {}),
      receiver: { url: forwardTo, headers: header, limitMs: forwardTimeout, isInsecure: insecure === true },
      reporter,
      folder: ownFolder(),
      stop: stop.signal,
      ...(exitAfter === undefined ? {} : { exitAfter }),
    });
    reportEnd(reporter, end, exitAfter);
    process.exitCode = end.kind === 'enough' || (end.kind === 'stopped' && exitAfter === undefined) ? 0 : 1;
  } finally {
    stop.release();
  }
}

function reportEnd(reporter: Reporter, { kind, forwarded }: SessionEnd, wanted: number | undefined): void {
  const ofWanted = wanted === undefined ? '' : ` of ${wanted}`;
  reporter.notice('ended', `Ended: ${forwarded}${ofWanted} forwarded.`, { why: kind, forwarded });
}
