import { fileURLToPath } from 'node:url';
import { isInstalled, readOutput } from './child-processes.ts';

/** Requests to send, each as soon as the previous response is complete. */
export interface Load {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A file with one path per line, sent in this order. */
  readonly pathsFile: string;
  /** Number of lines to skip, so that a second run does not repeat the requests of the first one. */
  readonly skip: number;
  /** Number of connections, with one request in flight each. */
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Size of all responses, with headers if the generator counts them. */
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses with status 400 and above, and requests without a response. */
  readonly failures: number;
}

/** `wrk` if it is installed, otherwise our client, which is slower and may limit the result. */
export const generator = isInstalled('wrk') ? 'wrk' : 'bench/client.ts';

/** Runs the load in a separate process. */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const output =
    generator === 'wrk'
      ? await readOutput('wrk', toWrkArguments(load))
      : await readOutput(process.execPath, [
          fileURLToPath(new URL('../client.ts', import.meta.url)),
          JSON.stringify(load),
        ]);
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'));
  if (line === undefined) throw new Error(`the load generator printed no result: ${output}`);
  return JSON.parse(line) as LoadResult; // printed by wrk-requests.lua or client.ts, in this form
}

const toWrkArguments = ({ origin, headers, pathsFile, skip, connections, seconds }: Load): readonly string[] => [
  '--threads=1',
  `--connections=${connections}`,
  `--duration=${seconds}s`,
  '--timeout=10s',
  `--script=${fileURLToPath(new URL('../wrk-requests.lua', import.meta.url))}`,
  ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  origin,
  '--',
  pathsFile,
  String(skip),
];
