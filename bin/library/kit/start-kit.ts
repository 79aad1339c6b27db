import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  KitCommand,
  KitEnd,
  ReceiverSubject,
  ServiceSubject,
  StartKit,
} from '../../../server/http/control/conformance/kit-process.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { parseHistory } from './parse-history.ts';
import { parseReceiverReport } from './parse-receiver-report.ts';
import { type EndedProcess, type KitLimits, type RunningProcess, startProcess } from './run-process.ts';

const LIMITS: KitLimits = { runSeconds: 600, memoryMegabytes: 512 };
/** The time for the kit to load and to write its reports, in addition to the time of the run. */
const GRACE_SECONDS = 20;
/** The shortest limit that both commands accept. */
const SHORTEST_SECONDS = 2;
const MOST_CHANGES = 100;

/** The exit codes of both commands after which there is a report. */
const CODES_WITH_REPORT = [0, 1, 3, 4];

type Progress = SandboxSchemas['ConformanceProgress'];

/** How a command of the kit checks one kind of subject. */
interface Procedure {
  readonly args: readonly string[];
  /** The variables with secrets. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The texts that no message may contain. */
  readonly redacted: readonly string[];
  /** Returns the report; undefined if there is none. `start` runs a further command. */
  readonly readReport: (
    output: string,
    start: (args: readonly string[]) => RunningProcess,
  ) => Promise<Extract<KitEnd, { readonly kind: 'report' }> | undefined>;
}

/** Creates the function that starts `fleetkit conform` or `fleetkit receiver check` as a process. */
export function createStartKit(limits: KitLimits = LIMITS): StartKit {
  return (command, onProgress) => {
    const seconds = String(Math.max(SHORTEST_SECONDS, Math.floor(limits.runSeconds) - GRACE_SECONDS));
    const { args, secrets, redacted, readReport } =
      command.kind === 'service' ? planConform(command, seconds) : planReceiverCheck(command, seconds);
    const running: RunningProcess[] = [];
    const start = (given: readonly string[], options: Parameters<typeof startProcess>[1]): RunningProcess => {
      const started = startProcess(given, options);
      running.push(started);
      return started;
    };
    const network = [
      ...(command.addresses === undefined ? [] : ['--resolve', command.addresses.join(',')]),
      ...(command.caFile === undefined ? [] : ['--ca', command.caFile]),
    ];
    const run = start([...args, '--progress', 'json', ...network], {
      ...{ limits, secrets },
      onLine: createProgressReader(onProgress),
    });
    const finish = async (): Promise<KitEnd> => {
      const end = await run.ended;
      if ('reason' in end) return { kind: 'failed', message: end.reason };
      if (!CODES_WITH_REPORT.includes(end.code ?? -1))
        return { kind: 'failed', message: describeFailure(end, redacted) };
      const report = await readReport(end.output, (further) => start(further, { limits, secrets: {} }));
      return report ?? { kind: 'failed', message: 'The kit wrote no report.' };
    };
    return {
      ended: finish().catch((fault: unknown) => ({
        kind: 'failed',
        message: `The kit could not be started: ${fault instanceof Error ? fault.message : String(fault)}`,
      })),
      stop() {
        for (const started of running) started.stop();
      },
    };
  };
}

function planConform(command: KitCommand<ServiceSubject>, seconds: string): Procedure {
  const { runId, target, keys, depth, allowWrites, folder } = command;
  const history = join(folder, 'history');
  return {
    args: [
      ...['conform', target, '--depth', depth, '--run-timeout', seconds],
      ...['--history', history, '--format', `html=${join(folder, `${runId}.html`)}`],
      ...(allowWrites ? ['--allow-writes'] : []),
    ],
    secrets: { FLEETKIT_KEYS: [...keys].map(([name, key]) => `${name}=${key}`).join(',') },
    redacted: [...keys.values()],
    async readReport(_, start) {
      const compared = await start(['conform', 'compare', '--history', history, '--json']).ended;
      const latest = 'reason' in compared ? undefined : parseHistory(compared.output);
      if (latest === undefined) return undefined;
      const { file, result, changes } = latest;
      const reportFile = join('history', file);
      return { kind: 'report', reportFile, result, changes: changes?.slice(0, MOST_CHANGES) ?? null };
    },
  };
}

function planReceiverCheck(command: KitCommand<ReceiverSubject>, seconds: string): Procedure {
  const { runId, target, secret, folder, earlierReportFile } = command;
  const reportFile = `${runId}-report.json`;
  const path = join(folder, reportFile);
  return {
    args: ['receiver', 'check', target, '--time-limit', seconds, '--format', `json=${path}`],
    secrets: { FLEETKIT_WEBHOOK_SECRET: secret },
    redacted: [secret],
    async readReport() {
      const earlier =
        earlierReportFile === undefined
          ? undefined
          : await readFile(join(folder, earlierReportFile), 'utf8').catch(() => undefined); // it was removed
      const { result, changes } = parseReceiverReport(await readFile(path, 'utf8'), earlier);
      return { kind: 'report', reportFile, result, changes: changes?.slice(0, MOST_CHANGES) ?? null };
    },
  };
}

/** Returns a function that reads lines of `--progress json`. Other lines are messages. */
function createProgressReader(onProgress: (progress: Progress) => void): (line: string) => void {
  let progress: Progress = { total: null, done: 0, failed: 0, check_id: null };
  return (line) => {
    const event = parseEvent(line);
    if (event === undefined) return;
    if (event.type === 'started') progress = { ...progress, total: event.checks ?? 0 };
    if (event.type === 'check-started') progress = { ...progress, check_id: event.check_id ?? null };
    if (event.type === 'check-finished')
      progress = {
        ...progress,
        done: progress.done + 1,
        failed: progress.failed + (event.outcome === 'fail' || event.outcome === 'error' ? 1 : 0),
      };
    onProgress(progress);
  };
}

interface ProgressEvent {
  readonly type: string;
  readonly checks?: number;
  readonly check_id?: string;
  readonly outcome?: string;
}

function parseEvent(line: string): ProgressEvent | undefined {
  if (!line.startsWith('{"type":')) return undefined;
  try {
    return JSON.parse(line) as ProgressEvent; // the kit of this package wrote the line
  } catch {
    return undefined;
  }
}

/** Describes why there is no report, without secrets. */
function describeFailure({ code, messages }: EndedProcess, redacted: readonly string[]): string {
  const text = redacted.reduce((rest, secret) => rest.replaceAll(secret, '...'), messages.trim());
  return text === '' ? `The kit ended with the exit code ${code ?? 'of a signal'}.` : text;
}
