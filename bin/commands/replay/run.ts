import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { performance, wait } from '../../../base/real-time.ts';
import type { RecordedEntry } from '../../../conformance/http/recording/recording.ts';
import { getDefaultRate, withRateLimit } from '../../../conformance/http/transport/rate-limit.ts';
import { createHttpTransport } from '../../../conformance/http/transport/transport.ts';
import {
  type HarFile,
  listServices,
  MOST_HAR_BYTES,
  neutralised,
  parseHarFile,
  readRecording,
} from '../../../conformance/index.ts';
import { listHarFiles } from '../../../conformance/proxy/record/har-folder.ts';
import { replay } from '../../../conformance/proxy/replay/replay.ts';
import { replayReports } from '../../../conformance/proxy/replay/reports.ts';
import { readKeys } from '../conform/keys.ts';
import { parseOutputs, writeOutputs } from '../conform/output.ts';
import { parseTarget, readNetworkOptions } from '../conform/target.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';

/** The options of `fleetkit replay`, as commander reads them. */
export interface ReplayCommandOptions {
  readonly against: string;
  readonly service?: string;
  readonly key?: readonly string[];
  readonly keysFile?: string;
  readonly allowWrites?: true;
  readonly values?: true;
  readonly format?: readonly string[];
  readonly json?: true;
  readonly output?: string;
  readonly quiet?: true;
  readonly rate?: number;
  /** Seconds. */
  readonly timeout: number;
  readonly proxy?: string;
  readonly ca?: string;
  readonly insecure?: true;
  readonly cert?: string;
  readonly certKey?: string;
}

/** The action of `fleetkit replay`. */
export async function runReplay(
  recordings: readonly string[],
  options: ReplayCommandOptions,
  command: Command,
): Promise<void> {
  const refuse = createRefuse(command);
  const outputs = parseOutputs(options, replayReports, refuse);
  const against = parseTarget(options.against, refuse, []);
  const network = readNetworkOptions(against, options, refuse);
  const files = recordings.flatMap((path) => listFiles(path, refuse));
  const service = chooseService(files, options.service, refuse);
  const keys = await readKeys(options, against, refuse);
  const leftOut = new Map<string, number>();
  const http = createHttpTransport({ timeoutMs: options.timeout * 1000, ...network });
  try {
    const result = await replay({
      against,
      keys,
      allowWrites: options.allowWrites === true,
      comparesValues: options.values === true,
      transport: withRateLimit(http.transport, options.rate ?? getDefaultRate(against), {
        now: () => performance.now(),
        wait: (milliseconds) => wait(milliseconds),
      }),
      *readEntries(): Iterable<RecordedEntry> {
        leftOut.clear();
        for (const file of files) {
          const read = readRecording(readHarFile(file, refuse), { target: service });
          for (const [reason, count] of read.leftOut) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
          yield* read.recording.entries;
        }
      },
      onProgress: options.quiet === true || !process.stderr.isTTY ? () => undefined : showProgress,
    });
    if (options.quiet !== true && process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    const complete = { ...result, skipped: new Map([...result.skipped, ...leftOut]) };
    writeOutputs(outputs, (format) => replayReports[format](complete), refuse);
    process.exitCode = result.exitCode;
  } finally {
    await http.close();
  }
}

const showProgress = (sent: number): void => void process.stderr.write(`\r\u001b[2K${sent} requests sent`);

/** Returns the archives of a folder, or the file. */
function listFiles(path: string, refuse: Refuse): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = listHarFiles(path);
    if (names.length > 0) return names.map((name) => join(path, name));
  } catch {
    return refuse(`the recording "${path}" cannot be read`);
  }
  return refuse(`the folder "${path}" has no recording; expected files such as traffic-000001.har`);
}

function readHarFile(file: string, refuse: Refuse): HarFile {
  let text: string;
  try {
    if (statSync(file).size > MOST_HAR_BYTES)
      return refuse(`the recording "${file}" is larger than ${MOST_HAR_BYTES / 2 ** 20} MiB; split it`);
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`the recording "${file}" cannot be read`);
  }
  const read = parseHarFile(text);
  return 'problem' in read ? refuse(`the recording "${file}" ${neutralised(read.problem)}`) : read;
}

/** Returns the base URL of the recorded service: the only one, or the one that the user names. */
function chooseService(files: readonly string[], wanted: string | undefined, refuse: Refuse): string {
  const services = [...new Set(files.flatMap((file) => listServices(readHarFile(file, refuse))))];
  const shown = neutralised(services.slice(0, 10).join(', '));
  const [only] = services;
  if (only === undefined)
    return refuse('the recording has no request of a documented path, such as https://portal.example/v1/portal');
  if (wanted === undefined)
    return services.length === 1
      ? only
      : refuse(`the recording has several services: ${shown}; name one with --service`);
  const target = parseTarget(wanted, refuse, []);
  return (
    services.find((one) => parseTarget(one, refuse, []) === target) ??
    refuse(`the recording has no requests of ${target}; expected ${shown}`)
  );
}
