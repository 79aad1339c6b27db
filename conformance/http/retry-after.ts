/** Returns the value of `Retry-After` in milliseconds; `undefined` without a valid one. */
export function parseRetryAfter(response: { header(name: string): string | undefined }): number | undefined {
  const value = response.header('retry-after');
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now());
}
