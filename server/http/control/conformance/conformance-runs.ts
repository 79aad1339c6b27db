import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatInstant } from '../../../../base/formats.ts';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { CheckedTarget } from '../../../delivery/network/check-target.ts';
import { invalidBody, type ProblemReply, problem } from '../../../problems/problem.ts';
import type { RealMs } from '../../../world/state/time.ts';
import type { KitEnd, KitProcess, KitSlots, KitSubject, StartKit } from './kit-process.ts';

type Run = SandboxSchemas['ConformanceRun'];

/** A run as it is stored: with the file of its report. */
interface StoredRun extends Run {
  readonly reportFile: string | null;
}

export interface ConformanceRunsOptions {
  readonly startKit: StartKit;
  readonly slots: KitSlots;
  /** Returns the folder for the reports of this world, and creates it if it is absent. */
  readonly openFolder: () => Promise<string>;
  /** The URL of this world for a process on this machine. */
  readonly ownUrl: string;
  /** The file with the authority of the certificate of this server. */
  readonly caFile?: string | undefined;
  /** Resolves the host of a URL, and checks each address by the policy for destinations. */
  readonly checkTarget: (url: string) => Promise<CheckedTarget>;
  readonly realNow: () => RealMs;
}

/** The subject of a run, and where its URL is in the input. */
interface Wanted {
  /** Undefined: this sandbox. */
  readonly url: string | undefined;
  /** The member of the input that contains the URL. */
  readonly pointer: '/target' | '/url';
  readonly subject: KitSubject;
}

/** Runs that are kept. */
const MOST_RUNS = 20;

/** The runs of the kit for one world. @see gap sandbox.conformance_runs */
export class ConformanceRuns {
  readonly #options: ConformanceRunsOptions;
  #loading: Promise<void> | undefined;
  /** Oldest first. */
  readonly #runs = new Map<string, StoredRun>();
  #current: { readonly runId: string; readonly process: KitProcess; readonly stored: Promise<void> } | undefined;
  /** The run that is being prepared. */
  #starting: Promise<unknown> | undefined;

  constructor(options: ConformanceRunsOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#current !== undefined || this.#starting !== undefined;
  }

  /** Returns the runs, newest first. */
  async list(): Promise<readonly Run[]> {
    await this.#load();
    return [...this.#runs.values()].reverse().map(presentRun);
  }

  async find(runId: string): Promise<Run | undefined> {
    await this.#load();
    const found = this.#runs.get(runId);
    return found && presentRun(found);
  }

  /** Starts a run against a service, or returns why there can be none. */
  async start(wanted: SandboxSchemas['StartConformanceRun']): Promise<Run | ProblemReply<409 | 422 | 507>> {
    const { keys, target: url, depth = 'standard', allow_writes: allowWrites = false } = wanted;
    const byName = new Map(keys.map(({ name, key }) => [name, key]));
    return (
      findKeyFault(keys) ??
      this.#start({ url, pointer: '/target', subject: { kind: 'service', keys: byName, depth, allowWrites } })
    );
  }

  /** Starts a check of a receiver, or returns why there can be none. */
  startReceiverCheck({
    url,
    secret,
  }: SandboxSchemas['StartReceiverCheck']): Promise<Run | ProblemReply<409 | 422 | 507>> {
    return this.#start({ url, pointer: '/url', subject: { kind: 'receiver', secret } });
  }

  async #start(wanted: Wanted): Promise<Run | ProblemReply<409 | 422 | 507>> {
    if (this.isRunning)
      return problem(409, 'run_in_progress', { detail: 'Wait until the run has ended, or cancel it.' });
    if (!this.#options.slots.take())
      return problem(409, 'run_in_progress', {
        detail: 'The server runs the kit for other workspaces, as often as it allows at a time. Try again later.',
      });
    const starting = this.#begin(wanted);
    this.#starting = starting;
    try {
      const started = await starting;
      if ('problem' in started) this.#options.slots.release();
      return started;
    } catch (fault) {
      this.#options.slots.release();
      throw fault;
    } finally {
      this.#starting = undefined;
    }
  }

  /** Ends the process of a run in progress, and resolves when that is recorded. */
  async cancel(runId: string): Promise<Run | undefined> {
    await this.#load();
    if (this.#current?.runId === runId) {
      const { process, stored } = this.#current;
      this.#change(runId, { state: 'canceled', ended_at: formatInstant(this.#options.realNow()) });
      process.stop();
      await stored;
    }
    return this.find(runId);
  }

  /** Returns the report of a finished run. */
  async readReport(runId: string): Promise<SandboxSchemas['ConformanceReport'] | undefined> {
    await this.#load();
    const { reportFile = null, kind } = this.#runs.get(runId) ?? {};
    if (reportFile === null) return undefined;
    const folder = await this.#options.openFolder();
    try {
      const [text, html] = await Promise.all([
        readFile(join(folder, reportFile), 'utf8'),
        kind === 'receiver' ? null : readFile(join(folder, `${runId}.html`), 'utf8'),
      ]);
      return { run_id: runId, report: JSON.parse(text), html };
    } catch {
      return undefined; // the files were removed
    }
  }

  /** Ends the process of a run in progress. */
  async close(): Promise<void> {
    await this.#starting?.catch(() => undefined); // its caller gets the fault
    if (this.#current !== undefined) await this.cancel(this.#current.runId);
  }

  async #begin({ url, pointer, subject }: Wanted): Promise<Run | ProblemReply<422 | 507>> {
    const { startKit, slots, openFolder, ownUrl, caFile, checkTarget, realNow } = this.#options;
    const parsed = url === undefined ? { url: ownUrl } : parseUrl(url, subject.kind);
    if ('refusal' in parsed) return invalidBody({ pointer, code: 'wrong_format', detail: parsed.refusal });
    const checked = url === undefined ? undefined : await checkTarget(parsed.url);
    if (checked !== undefined && 'refusal' in checked)
      return invalidBody({ pointer, code: 'address_not_allowed', detail: checked.refusal });
    const folder = await openFolder().catch(() => undefined);
    if (folder === undefined)
      return problem(507, 'insufficient_storage', { detail: 'The folder for reports cannot be created.' });
    await this.#load();
    const runId = `run_${randomBytes(12).toString('hex')}`;
    const process = startKit(
      {
        ...subject,
        ...{ runId, target: parsed.url, folder },
        ...omitUndefined({ earlierReportFile: this.#findEarlierReport(subject.kind, parsed.url) }),
        ...(checked ?? omitUndefined({ caFile })),
      },
      (progress) => this.#change(runId, { progress }),
    );
    this.#runs.set(runId, {
      run_id: runId,
      kind: subject.kind,
      target: parsed.url,
      is_own_target: url === undefined,
      key_names: subject.kind === 'service' ? [...subject.keys.keys()] : [],
      depth: subject.kind === 'service' ? subject.depth : null,
      allow_writes: subject.kind === 'service' && subject.allowWrites,
      state: 'running',
      started_at: formatInstant(realNow()),
      ended_at: null,
      progress: { total: null, done: 0, failed: 0, check_id: null },
      result: null,
      changes: null,
      error: null,
      reportFile: null,
    });
    const stored = process.ended.then(async (end) => {
      const changes = this.#runs.get(runId)?.state === 'canceled' ? {} : describeEnd(end, realNow());
      // A full disk loses the record of the run, and nothing else.
      await this.#store(folder, runId, changes).catch(() => undefined);
      this.#current = undefined;
      slots.release();
      this.#change(runId, changes); // who reads that the run has ended can start the next one
    });
    this.#current = { runId, process, stored };
    return presentRun(this.#runs.get(runId) as StoredRun); // set above
  }

  /** Returns the file of the latest report of a receiver. The kit keeps a history of services itself. */
  #findEarlierReport(kind: KitSubject['kind'], target: string): string | undefined {
    if (kind !== 'receiver') return undefined;
    const earlier = [...this.#runs.values()].filter((run) => run.kind === kind && run.target === target);
    return earlier.findLast(({ reportFile }) => reportFile !== null)?.reportFile ?? undefined;
  }

  #change(runId: string, changes: Partial<StoredRun>): void {
    const before = this.#runs.get(runId);
    if (before !== undefined) this.#runs.set(runId, { ...before, ...changes });
  }

  /** Stores the record of a run, and removes the oldest. */
  async #store(folder: string, runId: string, changes: Partial<StoredRun>): Promise<void> {
    await writeFile(join(folder, `${runId}.json`), JSON.stringify({ ...this.#runs.get(runId), ...changes }));
    for (const old of [...this.#runs.values()].slice(0, -MOST_RUNS)) {
      this.#runs.delete(old.run_id);
      const files = [`${old.run_id}.json`, `${old.run_id}.html`, ...(old.reportFile === null ? [] : [old.reportFile])];
      for (const file of files) await rm(join(folder, file), { force: true });
    }
  }

  /** Reads the records of a previous process, once. */
  #load(): Promise<void> {
    this.#loading ??= this.#readRecords();
    return this.#loading;
  }

  async #readRecords(): Promise<void> {
    const folder = await this.#options.openFolder();
    const names = (await readdir(folder)).filter((name) => /^run_\w+\.json$/.test(name));
    const records = await Promise.all(names.map((name) => readRecord(join(folder, name))));
    const known = records.filter((record) => record !== undefined);
    for (const record of known.toSorted((one, other) => one.started_at.localeCompare(other.started_at)))
      this.#runs.set(record.run_id, record);
  }
}

/** Returns the changes of a run whose process has ended. */
function describeEnd(end: KitEnd, now: RealMs): Partial<StoredRun> {
  const ended_at = formatInstant(now);
  if (end.kind === 'failed') return { state: 'failed', ended_at, error: end.message };
  const { result, changes, reportFile } = end;
  return { state: 'finished', ended_at, result, changes: changes && [...changes], reportFile };
}

/** Creates a folder for reports, which only this user may read. */
export async function createReportFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Returns a stored record; undefined if the file is damaged. */
async function readRecord(file: string): Promise<StoredRun | undefined> {
  try {
    const record = JSON.parse(await readFile(file, 'utf8')) as StoredRun; // this class wrote the file
    if (typeof record.run_id !== 'string') return undefined;
    return { ...record, kind: record.kind ?? 'service' }; // earlier versions checked services only
  } catch {
    return undefined;
  }
}

const presentRun = ({ reportFile: _, ...run }: StoredRun): Run => run;

function findKeyFault(keys: SandboxSchemas['StartConformanceRun']['keys']): ProblemReply<422> | undefined {
  const names = keys.map(({ name }) => name);
  const at = names.findIndex((name, index) => names.indexOf(name) < index);
  if (at < 0) return undefined;
  return invalidBody({
    pointer: `/keys/${at}/name`,
    code: 'unknown_value',
    detail: 'Two keys have this name. Expected a different name for each.',
  });
}

/** Parses the base URL of a service as the kit does, or the URL of a receiver. Both become an argument of the process, so neither has a secret. */
function parseUrl(text: string, kind: KitSubject['kind']): { readonly url: string } | { readonly refusal: string } {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return { refusal: 'Expected a URL that starts with http:// or https://, such as https://portal.example.' };
  if (url.username !== '' || url.password !== '')
    return { refusal: 'The URL contains a user name or password. Expected a URL without them.' };
  if (url.search !== '' || url.hash !== '')
    return { refusal: 'The URL has a query or fragment. Expected a URL without them.' };
  return { url: kind === 'receiver' ? url.href : url.href.replace(/\/+$/, '').replace(/\/v1$/, '') };
}
