import type { Circumstance, Lesson } from '../../../conformance/client/core/lesson.ts';
import { type ClientResult, judgeClient, type Played } from '../../../conformance/client/core/result.ts';
import type { TaskName } from '../../../conformance/client/core/tasks.ts';
import { plays } from './circumstances/index.ts';
import { type Program, playOnStage } from './playing/stage.ts';
import { drawKey, openWorld, USUAL_FLEET } from './playing/world.ts';

export interface PlayOptions {
  readonly program: Program;
  readonly lessons: readonly Lesson[];
  /** The tasks that the client implements. */
  readonly tasks: readonly TaskName[];
  /** How many lessons are played at the same time. */
  readonly concurrency: number;
  /** No lesson begins after this time. Real milliseconds. */
  readonly timeLimitMs: number;
  readonly onPlayed: (done: number, total: number) => void;
}

/** One circumstance with one task: its lessons share the evidence. */
interface Job {
  readonly circumstance: Exclude<Circumstance, 'all'>;
  readonly task: TaskName;
}

/**
 * Plays all lessons and judges them. Rejects with the error of `spawn` if the program cannot be started, and with the reason of the
 * signal if it is aborted.
 */
export async function playLessons(options: PlayOptions): Promise<ClientResult> {
  const { program, lessons, tasks, concurrency, timeLimitMs, onPlayed } = options;
  const startedAt = new Date().toISOString();
  const startMs = performance.now();
  const shown = program.isObserved ? lessons.filter(({ isObservable }) => isObservable === true) : lessons;
  const jobs = [...new Map(shown.flatMap((lesson) => listJobs(lesson, program.isObserved ? undefined : tasks)))];
  const played = new Map<string, Played>();
  if (jobs.length > 1) await loadSandbox();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next; at < jobs.length; at = next) {
      next += 1;
      const [name, job] = jobs[at] ?? [];
      if (name === undefined || job === undefined) return;
      const isLate = performance.now() - startMs > timeLimitMs;
      played.set(
        name,
        isLate
          ? { task: job.task, durationMs: 0, notPlayed: 'the time limit of the check was reached' }
          : await playJob(program, job),
      );
      onPlayed(played.size, jobs.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return judgeClient({
    lessons,
    findPlayed(lesson) {
      const [entry] =
        program.isObserved && lesson.isObservable !== true
          ? []
          : listJobs(lesson, program.isObserved ? undefined : tasks);
      return entry === undefined ? undefined : played.get(entry[0]);
    },
    ...{ command: program.command.join(' '), tasks, isObserved: program.isObserved, startedAt },
    durationMs: performance.now() - startMs,
  });
}

/** Loads the modules that the first read and the first write need, so that they delay no client. */
async function loadSandbox(): Promise<void> {
  const key = drawKey();
  const world = await openWorld({ ...USUAL_FLEET, terminals: 1 }, { publicUrl: 'http://127.0.0.1', key });
  const common = { query: new URLSearchParams(), hasKey: true };
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = Buffer.from('{"dry_run":true}');
  await world.forward({ ...common, method: 'GET', path: '/v1/transactions', headers, body: Buffer.alloc(0) });
  await world.forward({ ...common, method: 'POST', path: '/v1/settlements/derive', headers, body });
  await world.close();
}

/** Returns the job of a lesson by its name; none if the client has none of its tasks, or if the lesson judges all evidence. */
function listJobs({ circumstance, tasks: own }: Lesson, tasks: readonly TaskName[] | undefined): [string, Job][] {
  if (circumstance === 'all') return [];
  const [first] = own;
  const task = tasks === undefined ? first : own.find((one) => tasks.includes(one));
  if (task === undefined) return [];
  return [[tasks === undefined ? circumstance : `${circumstance} ${task}`, { circumstance, task }]];
}

async function playJob(program: Program, { circumstance, task }: Job): Promise<Played> {
  const startMs = performance.now();
  const { fleet, isUntrusted, act } = plays[circumstance];
  try {
    const evidence = await playOnStage(
      { program, fleet: { ...USUAL_FLEET, ...fleet?.() }, isUntrusted: isUntrusted === true },
      (stage) => act(stage, task),
    );
    return { task, durationMs: performance.now() - startMs, evidence };
  } catch (thrown) {
    if (program.signal.aborted || isStartFailure(thrown)) throw thrown;
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { task, durationMs: performance.now() - startMs, error };
  }
}

const isStartFailure = (thrown: unknown): boolean =>
  thrown instanceof Error && 'syscall' in thrown && String(thrown.syscall).startsWith('spawn');
