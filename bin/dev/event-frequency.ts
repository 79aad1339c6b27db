import { DAY_MS } from '../../fixtures/time/calendar.ts';
import { collectEvents } from '../../server/world/events/events.ts';
import { EPOCH_MS, generateWorld } from '../../server/world/state/world.ts';
import { getEnumValues } from '../../spec/index.ts';

/*
 * Prints a Markdown table: how often each event begins in the 90 days after the initial time, by tenant, as minimum and
 * maximum over some seeds. Usage: node bin/dev/event-frequency.ts [seed ...]
 */

const QUARTER_DAYS = 90;
export const usualSeeds: readonly number[] = [1, 2, 3, 7, 2026];

/** Returns the table, with one row per event in the order of the contract. */
export function formatQuarterTable(seeds: readonly number[]): string {
  const quarters = seeds.map(countQuarter);
  const tenantIds = [...(quarters[0]?.keys() ?? [])];
  const rows = getEnumValues('EventType').map((type) => {
    const cells = tenantIds.map((tenantId) =>
      formatRange(quarters.map((quarter) => quarter.get(tenantId)?.get(type) ?? 0)),
    );
    return `| \`${type}\` | ${cells.join(' | ')} |`;
  });
  const names = tenantIds.map((tenantId) => tenantId.replace(/^acct_/, ''));
  return [`| Begins | ${names.join(' | ')} |`, `|---|${names.map(() => '---|').join('')}`, ...rows].join('\n');
}

type Quarter = ReadonlyMap<string, ReadonlyMap<string, number>>;

function countQuarter(seed: number): Quarter {
  const span = { fromMs: EPOCH_MS + 1, toMs: EPOCH_MS + QUARTER_DAYS * DAY_MS };
  return new Map(
    [...generateWorld(seed).tenants].map(([tenantId, state]) => {
      const begun = collectEvents(state, span).filter(
        ({ incident }) => incident === null || incident.state === 'triggered',
      );
      return [tenantId, new Map([...Map.groupBy(begun, ({ type }) => type)].map(([type, own]) => [type, own.length]))];
    }),
  );
}

function formatRange(counts: readonly number[]): string {
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  return fewest === most ? String(most) : `${fewest}–${most}`;
}

if (import.meta.main) {
  const seeds = process.argv.slice(2).map(Number);
  process.stdout.write(`${formatQuarterTable(seeds.length === 0 ? usualSeeds : seeds)}\n`);
}
