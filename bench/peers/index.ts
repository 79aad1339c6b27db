/*
 * What do other tools find of the services that fleetkit is held against?
 *
 *   npm run bench:peers -- [--only NAME] [--every N] [--specmatic JAR] [--sample N] [--minutes N] [--write]
 *
 * Prism's proxy stands in front of each broken service and is sent what the kit asks it. Specmatic, where its jar and Java
 * are at hand, tests a sample of them by the same contracts. A peer has found a service when it remarks on anything that
 * it does not remark on with the correct one. docs/peers.md says how to read the tables.
 *
 *   --only       One family: sandbox, ledgerline or harbour.
 *   --every      Only every so manieth broken service, area by area.
 *   --specmatic  The jar of Specmatic. Without it, it is left out.
 *   --sample     Specmatic is asked about every so manieth. Default: 10.
 *   --minutes    When all of it is broken off. Default: 12.
 *   --write      Puts the tables into docs/peers.md.
 *
 * All runs on loopback. What is started here is ended here.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FaultyTarget, readArea } from '../../conformance/lab/matrix/index.ts';
import { type Comparison, compared } from './compared.ts';
import { type Family, families } from './services.ts';
import { type Fared, tablesOf, withTables } from './table.ts';

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

const fared: Fared[] = [];
for (const family of await families()) {
  const { name } = family.subject;
  if (flags.only !== undefined && flags.only !== name) continue;
  fared.push(...(await compared(comparisonOf(family))));
}
const tables = tablesOf(fared);
process.stdout.write(`${tables}\n`);
if (flags.write) writeFileSync(GUIDE, withTables(readFileSync(GUIDE, 'utf8'), tables));

function comparisonOf(family: Family): Comparison {
  const own = join(folder, family.subject.name);
  mkdirSync(own);
  const broken = everyNth(byArea(family.broken), Number(flags.every));
  return {
    family: { ...family, broken },
    folder: own,
    signal,
    print: (text) => void process.stderr.write(`${text}\n`),
    ...(flags.specmatic === undefined
      ? {}
      : { specmatic: { jar: flags.specmatic, sample: new Set(everyNth(broken, Number(flags.sample))) } }),
  };
}

/** Areas one after the other, so that every nth is a sample of each. */
function byArea(faultyTargets: readonly FaultyTarget[]): readonly FaultyTarget[] {
  return faultyTargets.toSorted(
    (one, other) => readArea(one).localeCompare(readArea(other)) || one.id.localeCompare(other.id),
  );
}

function everyNth<T>(values: readonly T[], n: number): readonly T[] {
  return values.filter((_, index) => index % n === 0);
}
