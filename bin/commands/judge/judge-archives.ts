import {
  findService,
  type RunResult,
  readHarExchange,
  readHarStream,
  type TrafficExchange,
  type TrafficJudge,
} from '../../../conformance/index.ts';

/** A file to read. */
export interface ArchiveFile {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

export interface ArchiveOptions {
  /** The base URL of the service to judge; without it, the one that answers most requests of documented paths. */
  readonly service: string | undefined;
  openJudge(service: string): TrafficJudge;
  /** Reports what was left out, as a sentence without a full stop. */
  note(text: string): void;
}

/** An archive of browsers may contain many services; those with documented paths are few. */
const MOST_SERVICES = 8;

interface Candidate {
  readonly url: string;
  readonly judge: TrafficJudge;
  served: number;
}

/** Judges the exchanges of archives with one service. Reads each file once, entry by entry. */
export async function judgeArchives(
  files: readonly ArchiveFile[],
  { service, openJudge, note }: ArchiveOptions,
): Promise<{ readonly result: RunResult } | { readonly problem: string }> {
  const candidates = new Map<string, Candidate>();
  const leftOut = new Map<string, number>();
  const add = (exchange: TrafficExchange): Candidate | undefined => {
    const url = findService(exchange);
    if (url === undefined || (service !== undefined && url !== service.replace(/\/+$/, ''))) {
      leave(url === undefined ? 'no documented path' : 'another service');
      return undefined;
    }
    const known = candidates.get(url) ?? { url, judge: openJudge(url), served: 0 };
    if (!candidates.has(url) && candidates.size >= MOST_SERVICES) {
      leave('the archive has too many services');
      return undefined;
    }
    candidates.set(url, known);
    if (exchange.status < 400) known.served += 1;
    known.judge.observe(exchange);
    return known;
  };
  const leave = (reason: string): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  for (const { name, open } of files) {
    let number = 0;
    const read = await readFile(open, async (members) => {
      number += 1;
      const exchange = readHarExchange(members);
      if ('without' in exchange) return leave(exchange.without);
      // an episode that has ended is judged at once, so that no two of them are in memory
      await add({ ...exchange, source: `${name}, entry ${number}` })?.judge.settle();
    });
    if ('problem' in read) return { problem: `the archive "${name}" ${read.problem}` };
    if (read.cut !== undefined) note(`"${name}" is read up to its entry ${read.entries} only: ${read.cut}`);
  }
  const [chosen, ...others] = [...candidates.values()].toSorted((one, other) => other.served - one.served);
  for (const [reason, count] of leftOut)
    note(`${count} recorded ${count === 1 ? 'exchange is' : 'exchanges are'} not judged: ${reason}`);
  if (chosen === undefined)
    return {
      problem: `no file has a request of a documented path${service === undefined ? '' : ` of ${service}`}, such as https://portal.example/v1/portal`,
    };
  if (others.length > 0)
    note(`judges ${chosen.url}; choose another service with --service: ${others.map(({ url }) => url).join(', ')}`);
  return { result: await chosen.judge.finish() };
}

type OnEntry = (members: Readonly<Record<string, unknown>>) => void | Promise<void>;

async function readFile(open: ArchiveFile['open'], onEntry: OnEntry) {
  try {
    return await readHarStream(open(), onEntry);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return { problem: 'cannot be read' };
    throw thrown;
  }
}
