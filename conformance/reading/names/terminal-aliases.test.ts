import { expect, test } from 'vitest';
import { chooseAliases, listTerminalScalars, occursIn } from './terminal-aliases.ts';

const choose = (rows: Readonly<Record<string, object>>, others: readonly string[] = []) => {
  const scalars = Object.entries(rows).flatMap(([terminal, row]) => listTerminalScalars(terminal, row, ''));
  return Object.fromEntries(
    [...chooseAliases(scalars, new Set(others))].map(([terminal, texts]) => [terminal, [...texts]]),
  );
};

test('chooses the members that name one terminal each', () => {
  const rows = {
    t1: { id: 't1', label: 'Pier 4', serial: 'SN-0001', city: 'Kiel 1', status: 'ok', site: { code: 'A-1' } },
    t2: { id: 't2', label: 'Pier 5', serial: 'SN-0002', city: 'Kiel 2', status: 'down', site: { code: 'A-1' } },
  };
  expect(choose(rows)).toEqual({ t1: ['Pier 4', 'SN-0001'], t2: ['Pier 5', 'SN-0002'] });
  expect(choose(rows, ['SN-0001'])).toEqual({ t1: ['Pier 4'], t2: ['Pier 5', 'SN-0002'] });
});

test.each([
  { title: 'states', values: ['online', 'offline'] },
  { title: 'dates', values: ['2026-01-01', '2026-01-02'] },
  { title: 'times of day', values: ['01:17:13', '23:59:59'] },
  { title: 'dates of a locale', values: ['17.01.2026', '18.01.2026'] },
  { title: 'dates of mails', values: ['Sat, 17 Jan 2026 01:17:13 GMT', 'Sat, 17 Jan 2026 02:00:00 GMT'] },
  { title: 'amounts', values: ['1250.00', '990.50'] },
  { title: 'versions', values: ['4.2.1', '4.2.2'] },
  { title: 'short numbers', values: [17, 18] },
  { title: 'short texts', values: ['A1', 'A2'] },
  { title: 'a name inside another name', values: ['Pier 4', 'Pier 4 North'], chosen: { t2: ['Pier 4 North'] } },
])('does not choose $title', ({ values, chosen = {} }) => {
  const [one, two] = values;
  const found = choose({ t1: { label: one }, t2: { label: two } });
  expect(Object.fromEntries(Object.entries(found).filter(([, texts]) => texts.length > 0))).toEqual(chosen);
});

test('finds a name only as whole words', () => {
  expect(occursIn('restart of Pier 4.', 'Pier 4')).toBe(true);
  expect(occursIn('restart of Pier 42', 'Pier 4')).toBe(false);
  expect(occursIn('Pier 42, then Pier 4', 'Pier 4')).toBe(true);
  expect(occursIn('Command blue-other-1 queued', 'blue-other')).toBe(false);
  expect(occursIn('at the blue-other - queued', 'blue-other')).toBe(true);
  expect(occursIn('NW104310-7', 'NW104310')).toBe(true);
});
