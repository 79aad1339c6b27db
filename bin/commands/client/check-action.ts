import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { Lesson } from '../../../conformance/client/core/lesson.ts';
import { TASKS, type TaskName } from '../../../conformance/client/core/tasks.ts';
import { lessons } from '../../../conformance/client/lessons/index.ts';
import { clientReports } from '../../../conformance/client/reports/index.ts';
import { findClosestName } from '../../../conformance/index.ts';
import { parseOutputs, writeOutputs } from '../conform/output.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';
import { describeStartFailure } from '../shared/run-program.ts';
import { playLessons } from './play-lessons.ts';
import { readTasks } from './tasks-file.ts';

/** The options of `fleetkit client check`, as commander reads them. */
export interface CheckOptions {
  readonly tasks?: string;
  readonly observe?: true;
  readonly only?: readonly string[];
  readonly list?: true;
  readonly concurrency?: number;
  /** Seconds. */
  readonly timeout: number;
  /** Seconds. */
  readonly timeLimit: number;
  readonly memory: number;
  readonly format?: readonly string[];
  readonly json?: true;
  readonly output?: string;
}

const MOST_CONCURRENT = 6;

/** The action of `fleetkit client check`. */
export async function check(program: readonly string[], options: CheckOptions, command: Command): Promise<void> {
  const refuse = createRefuse(command);
  if (options.list === true) return void process.stdout.write(formatLessons(options));
  if (program.length === 0)
    return refuse('no program given. Expected, for example: fleetkit client check -- node client.mjs');
  const outputs = parseOutputs(options, clientReports, refuse);
  if (options.observe === true && options.tasks !== undefined)
    return refuse('--observe runs the program without tasks; give --observe or --tasks, not both');
  const tasks = options.tasks === undefined ? TASKS : readTasksFile(options.tasks, refuse);
  const chosen = chooseLessons(options.only, refuse);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const result = await playLessons({
      program: {
        command: program,
        limits: { timeoutMs: options.timeout * 1000, memoryMegabytes: options.memory },
        isObserved: options.observe === true,
        signal: stopping.signal,
      },
      ...{ lessons: chosen, tasks, timeLimitMs: options.timeLimit * 1000, onPlayed: showProgress },
      concurrency: options.concurrency ?? Math.min(MOST_CONCURRENT, Math.max(2, availableParallelism() * 2)),
    });
    writeOutputs(outputs, (format, reportOptions) => clientReports[format](result, reportOptions), refuse);
    process.exitCode = result.exitCode;
  } catch (thrown) {
    if (stopping.signal.aborted) {
      process.exitCode = 130;
      return;
    }
    const reason = describeStartFailure(thrown, program);
    if (reason !== undefined) return refuse(`${reason} Expected a program and its arguments after --`);
    process.stderr.write(
      `fleetkit: internal error in the kit: ${thrown instanceof Error ? thrown.stack : String(thrown)}\n`,
    );
    process.exitCode = 70;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function readTasksFile(file: string, refuse: Refuse): readonly TaskName[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(
      `--tasks: the file "${file}" cannot be read. Expected a file with, for example: tasks: [list_terminals]`,
    );
  }
  const read = readTasks(text, file);
  return 'tasks' in read ? read.tasks : refuse(`the list of tasks is not valid:\n${read.faults.join('\n')}`);
}

/** Returns the lessons with these ids, topics or tasks; all without any. */
function chooseLessons(only: readonly string[] | undefined, refuse: Refuse): readonly Lesson[] {
  if (only === undefined) return lessons;
  const names = only.flatMap((one) => one.split(',')).filter((one) => one !== '');
  const isNamed = ({ id }: Lesson, name: string): boolean => id === name || id.startsWith(`${name}/`);
  const unknown = names.find((name) => !lessons.some((lesson) => isNamed(lesson, name)));
  if (unknown !== undefined)
    return refuse(
      `--only: no lesson "${unknown}"; did you mean ${findClosestName(
        lessons.map(({ id }) => id),
        unknown,
      )}? --list lists them`,
    );
  return lessons.filter((lesson) => names.some((name) => isNamed(lesson, name)));
}

function formatLessons({ json }: Pick<CheckOptions, 'json'>): string {
  if (json === true) return formatJson(lessons.map(({ id, level, title }) => ({ id, level, title })));
  const width = Math.max(...lessons.map(({ id }) => id.length));
  return lessons.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(8)}  ${title}\n`).join('');
}

/** On a terminal, shows progress in one line. */
function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001b[2K${done >= total ? '' : `${done} of ${total} circumstances played`}`);
}
