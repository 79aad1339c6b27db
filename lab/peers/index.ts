/*
 * Compares the faults that fleetkit detects with those that other tools detect.
 *
 *   npm run bench:peers -- [--only NAME] [--every N] [--specmatic JAR] [--sample N] [--minutes N] [--write]
 *
 * Sends the requests of the kit to each faulty target through Prism's proxy. Specmatic, if its jar and Java are present,
 * tests a sample of the targets by the same contracts. A tool detects a fault if it has a finding that it does not have
 * for the correct target. docs/peers.md explains the tables.
 *
 *   --only       One family: sandbox, go-minor-units or core-banking-gateway.
 *   --every      Only every nth faulty target of each area.
 *   --specmatic  The jar of Specmatic. Default: without Specmatic.
 *   --sample     Specmatic tests every nth target. Default: 10.
 *   --minutes    Time limit of the whole run. Default: 12.
 *   --write      Writes the tables to docs/peers.md.
 *
 * All traffic stays on loopback. Stops all child processes at the end.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FaultyTarget, readArea } from '../matrix/index.ts';
import { type Comparison, comparePeers } from './compared.ts';
import { listFamilies, type TargetFamily } from './services.ts';
import { formatPeerTables, type PeerResult, replaceTables } from './table.ts';

const GUIDE = join(import.meta.dirname, '../../docs/peers.md');
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    specmatic: { type: 'string' },
    sample: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '12' },
    write: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-peers-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const signal = AbortSignal.timeout(Number(flags.minutes) * 60_000);

const results: PeerResult[] = [];
for (const family of await listFamilies()) {
  const { name } = family.subject;
  if (flags.only !== undefined && flags.only !== name) continue;
  results.push(...(await comparePeers(createComparison(family))));
}
const tables = formatPeerTables(results);
process.stdout.write(`${tables}\n`);
if (flags.write) writeFileSync(GUIDE, replaceTables(readFileSync(GUIDE, 'utf8'), tables));

function createComparison(family: TargetFamily): Comparison {
  const own = join(folder, family.subject.name);
  mkdirSync(own);
  const broken = selectEveryNth(sortByArea(family.faultyTargets), Number(flags.every));
  return {
    family: { ...family, faultyTargets: broken },
    folder: own,
    signal,
    print: (text) => void process.stderr.write(`${text}\n`),
    ...(flags.specmatic === undefined
      ? {}
      : { specmatic: { jar: flags.specmatic, sample: new Set(selectEveryNth(broken, Number(flags.sample))) } }),
  };
}

/** Sorts by area, so that every nth target is a sample of each area. */
function sortByArea(faultyTargets: readonly FaultyTarget[]): readonly FaultyTarget[] {
  return faultyTargets.toSorted(
    (one, other) => readArea(one).localeCompare(readArea(other)) || one.id.localeCompare(other.id),
  );
}

function selectEveryNth<T>(values: readonly T[], n: number): readonly T[] {
  return values.filter((_, index) => index % n === 0);
}
