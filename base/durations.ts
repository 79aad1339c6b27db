const UNITS = { W: 604_800, D: 86_400, H: 3600, M: 60, S: 1 } as const;

/**
 * Parses `PT2H30M` or `P1DT12H` to milliseconds; undefined for anything else. Rejects months and years, because their
 * length varies.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (match === null) return undefined;
  const counts = match.slice(1).map((count) => Number(count ?? 0));
  const seconds = Object.values(UNITS).reduce((sum, unit, index) => sum + unit * (counts[index] ?? 0), 0);
  return Number.isSafeInteger(seconds * 1000) ? seconds * 1000 : undefined;
}

/** Parses an RFC 3339 instant to epoch milliseconds; undefined for anything else. */
export function parseInstant(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(ms) ? Math.floor(ms) : undefined;
}

/** Converts a typed duration such as `2h30m` or `7d` to ISO 8601; undefined for anything else. */
export function toIsoDuration(typed: string): string | undefined {
  if (parseDuration(typed.toUpperCase()) !== undefined) return typed.toUpperCase();
  const match = /^(\d+w)?(\d+d)?((?:\d+h)?(?:\d+m)?(?:\d+s)?)$/i.exec(typed.trim());
  const [, weeks = '', days = '', time = ''] = match ?? [];
  const duration = `P${weeks}${days}${time === '' ? '' : `T${time}`}`.toUpperCase();
  return parseDuration(duration) === undefined ? undefined : duration;
}

/** Formats whole seconds as typed durations: `2h30m`, `1d`, `0s`. */
export function formatDuration(seconds: number): string {
  const parts = Object.entries(UNITS)
    .slice(1)
    .map(([unit, length], index, { [index - 1]: before }) => {
      const rest = before === undefined ? seconds : seconds % before[1];
      return { unit: unit.toLowerCase(), count: Math.floor(rest / length) };
    });
  return parts.map(({ unit, count }) => (count === 0 ? '' : `${count}${unit}`)).join('') || '0s';
}
