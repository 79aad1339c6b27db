import type { EffectCounter } from './options.ts';

/**
 * Counts effects by a page of the receiver's: it answers a GET with 200 and a whole number, or with JSON that has one under
 * `effects`. Rejects, with what was expected, when it does not.
 */
export const effectsAt =
  (url: string, timeoutMs: number): EffectCounter =>
  async () => {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`a GET of the page was answered with ${response.status}, not 200`);
    const count = numberIn(text.trim());
    if (count === undefined) throw new Error('the page is neither a whole number nor JSON with one under "effects"');
    return count;
  };

function numberIn(text: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  try {
    const { effects } = Object(JSON.parse(text)) as { readonly effects?: unknown }; // any member may be missing
    return Number.isSafeInteger(effects) ? Number(effects) : undefined;
  } catch {
    return undefined;
  }
}
