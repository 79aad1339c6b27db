import { omitUndefined } from '../../../base/omit-undefined.ts';
import { type CallOperation, createCall } from '../../control/control-plane.ts';
import { createRequestSender, RequestFailure, readSandboxBase, reportFailure } from '../shared/client.ts';
import { createPrivateFolder, getPrivateFolder } from '../shared/private-folder.ts';
import {
  findNamedListener,
  findOrRegisterListener,
  type ListenDestination,
  type WantedListener,
} from './destination/find-destination.ts';
import { recoverEventsSince, UNDELIVERED } from './destination/recover-events.ts';
import { writeSecret } from './destination/secret-file.ts';
import type { ListenOptions, Since } from './options.ts';
import { LISTEN_REQUESTS } from './options.ts';
import { createJsonReporter } from './output/json-reporter.ts';
import { reportFound, reportRecovered } from './output/notices.ts';
import type { ListenReporter } from './output/reporter.ts';
import { createTextReporter } from './output/text-reporter.ts';
import { runSession, type SessionEnd } from './session.ts';
import { listenForStop } from './stop-signals.ts';

/** Finds the destination, prints or writes its secret if requested, and listens. Sets the exit code. */
export function runListen(options: ListenOptions): Promise<void> {
  return reportFailure(async () => {
    openStateFolder();
    const call = createCall(createRequestSender(options), LISTEN_REQUESTS);
    const reporter = createReporter(options);
    const findAgain = createFinder(options, call);
    const found = await findAgain();
    if (options.secretFile !== undefined) writeSecretTo(options.secretFile, found);
    if (options.printSecret === true) {
      process.stdout.write(`${found.secrets[0]}\n`);
      return;
    }
    const run = { options, call, reporter, findAgain, found };
    reportFound(reporter, found);
    await recoverEarlierEvents(run);
    await listenAndReport(run);
  });
}

interface ListenRun {
  readonly options: ListenOptions;
  readonly call: CallOperation;
  readonly reporter: ListenReporter;
  readonly findAgain: () => Promise<ListenDestination>;
  readonly found: ListenDestination;
}

/** Fails immediately if state cannot be stored: deliveries could be forwarded twice. */
function openStateFolder(): void {
  try {
    createPrivateFolder(getPrivateFolder());
  } catch (error) {
    throw new RequestFailure(
      `The state of listen cannot be stored: ${error instanceof Error ? error.message : error}`,
      1,
    );
  }
}

const writeLine =
  (stream: NodeJS.WriteStream) =>
  (line: string): void =>
    void stream.write(`${line}\n`);

function createReporter({ format, printSecret }: ListenOptions): ListenReporter {
  if (format === 'jsonl' && printSecret !== true) return createJsonReporter(writeLine(process.stdout), Date.now);
  return createTextReporter({
    writeAttempt: writeLine(process.stdout),
    writeNotice: writeLine(process.stderr),
    columns: () => (process.stdout.isTTY ? process.stdout.columns : undefined),
  });
}

function createFinder(options: ListenOptions, call: CallOperation): () => Promise<ListenDestination> {
  const { destination, forwardTo, account, terminal, types, retryProfile, secret } = options;
  if (destination !== undefined) return () => findNamedListener(call, destination);
  const route = { server: readSandboxBase(options), forwardTo: forwardTo?.href ?? '', accountId: account };
  const wanted: WantedListener = {
    route,
    ...omitUndefined({ terminalId: terminal, types, retryProfile, secret }),
  };
  return () => findOrRegisterListener(call, getPrivateFolder(), wanted);
}

function writeSecretTo(
  place: NonNullable<ListenOptions['secretFile']>,
  { secrets: [secret = ''] }: ListenDestination,
): void {
  try {
    writeSecret(place, secret);
  } catch (error) {
    throw new RequestFailure(`${place.path} cannot be written: ${error instanceof Error ? error.message : error}`, 1);
  }
  process.stderr.write(`Wrote the secret to ${place.path} as ${place.name}.\n`);
}

async function recoverEarlierEvents({ options, call, reporter, found }: ListenRun): Promise<void> {
  const { since, fromStart } = options;
  if (since === undefined && fromStart !== true) return;
  const instant = since === undefined ? EARLIEST : await resolveSince(since, call);
  const count = await recoverEventsSince(call, found.destinationId, { since: instant, states: UNDELIVERED });
  reportRecovered(reporter, instant, count);
}

const EARLIEST = '1970-01-01T00:00:00Z';

async function resolveSince(since: Since, call: CallOperation): Promise<string> {
  if ('instant' in since) return since.instant;
  const { now } = await call('getClock');
  return new Date(Date.parse(now) - since.agoMs).toISOString();
}

async function listenAndReport({ options, reporter, findAgain, found }: ListenRun): Promise<void> {
  const { forwardTo, header = {}, forwardTimeout, insecure, exitAfter, timeout, destination } = options;
  if (forwardTo === undefined) throw new Error('a run without --forward-to only prints the secret');
  const stop = listenForStop(timeout);
  try {
    const end = await runSession({
      client: options,
      found,
      ...(destination === undefined ? { findAgain } : {}),
      receiver: { url: forwardTo, headers: header, limitMs: forwardTimeout, isInsecure: insecure === true },
      reporter,
      folder: getPrivateFolder(),
      stop: stop.signal,
      ...omitUndefined({ exitAfter }),
    });
    reportEnd(reporter, end, exitAfter);
    process.exitCode = end.kind === 'enough' || (end.kind === 'stopped' && exitAfter === undefined) ? 0 : 1;
  } finally {
    stop.release();
  }
}

function reportEnd(reporter: ListenReporter, { kind, forwarded }: SessionEnd, wanted: number | undefined): void {
  const ofWanted = wanted === undefined ? '' : ` of ${wanted}`;
  reporter.notice('ended', `Ended: ${forwarded}${ofWanted} forwarded.`, { why: kind, forwarded });
}
