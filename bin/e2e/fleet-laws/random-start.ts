import { addDays, DAY, formatInstant, isBankingDay, nextBankingDay } from './calendar.ts';
import type { Draws } from './random-draws.ts';

/** Where a random clock starts, and how far it moves. */
export interface RandomClock {
  readonly start: string;
  readonly advanceSeconds: number;
}

const SPECIAL_DAYS = ['01-01', '02-28', '03-01', '07-04', '11-11', '12-24', '12-25', '12-31'];

/** The Sunday of a clock change in the United States. */
function clockChange(year: number, isSpring: boolean): string {
  const first = isSpring ? `${year}-03-08` : `${year}-11-01`;
  return addDays(first, (7 - new Date(`${first}T00:00:00Z`).getUTCDay()) % 7);
}

function drawDate(draws: Draws): string {
  const year = draws.whole(2010, 2099);
  const kind = draws.of(['any', 'any', 'change', 'special', 'leap', 'holiday']);
  if (kind === 'change') return addDays(clockChange(year, draws.chance(50)), draws.whole(0, 4));
  if (kind === 'special') return `${year}-${draws.of(SPECIAL_DAYS)}`;
  if (kind === 'leap')
    return `${draws.of([2012, 2016, 2020, 2024, 2028, 2052, 2096])}-${draws.of(['02-29', '03-01', '03-20'])}`;
  const any = addDays(`${year}-01-01`, draws.whole(0, 364));
  if (kind === 'any') return any;
  let day = any;
  while (isBankingDay(day) || [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) day = addDays(day, 1);
  return day.startsWith('2100') ? '2099-12-25' : draws.of([day, nextBankingDay(day)]);
}

export function drawClock(draws: Draws): RandomClock {
  const date = drawDate(draws);
  const seconds = draws.of([0, 6 * 3600, 7 * 3600, 18 * 3600, 19 * 3600, 86_399, draws.whole(0, 86_399)]);
  const days = draws.of([0, 0, 1, 3, draws.whole(0, 40)]);
  const advanceSeconds = Math.min(days * 86_400 + draws.of([0, 60, draws.whole(0, 86_399)]), (40 * DAY) / 1000);
  return { start: formatInstant(Date.parse(`${date}T00:00:00Z`) + seconds * 1000), advanceSeconds };
}
