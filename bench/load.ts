import { fileURLToPath } from 'node:url';
import { isInstalled, outputOf } from './children.ts';

/** Requests to send as fast as the answers come. */
export interface Load {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A file with one path to a line; they are sent in turn. */
  readonly pathsFile: string;
  /** How many lines to pass over, so that a second run does not repeat the first one's questions. */
  readonly skip: number;
  /** Each has one request under way at any time. */
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Of all answers, headers included where the generator counts them. */
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers of status 400 and above, and requests without an answer. */
  readonly failures: number;
}

/** `wrk` where it is installed, else a client of our own, which is slower and may itself become the limit. */
export const generator = isInstalled('wrk') ? 'wrk' : 'bench/client.ts';

/** Runs the load from a process of its own and waits for its end. */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const output =
    generator === 'wrk'
      ? await outputOf('wrk', wrkArguments(load))
      : await outputOf(process.execPath, [fileURLToPath(new URL('client.ts', import.meta.url)), JSON.stringify(load)]);
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'));
  if (line === undefined) throw new Error(`the load generator printed no result: ${output}`);
  return JSON.parse(line) as LoadResult; // printed by wrk-requests.lua or client.ts, in this form
}

const wrkArguments = ({ origin, headers, pathsFile, skip, connections, seconds }: Load): readonly string[] => [
  '--threads=1',
  `--connections=${connections}`,
  `--duration=${seconds}s`,
  '--timeout=10s',
  `--script=${fileURLToPath(new URL('wrk-requests.lua', import.meta.url))}`,
  ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  origin,
  '--',
  pathsFile,
  String(skip),
];
