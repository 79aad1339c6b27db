import type { EffectCounter } from '../core/options.ts';

const EXPECTED =
  'expected 200 with a whole number, or with JSON such as {"effects": 3} or {"effects": ["evt_1", "evt_2"]}: ' +
  'the number of effects so far, or the event id of each';

/**
 * Creates a counter that reads effects from a URL of the receiver. It responds to GET with 200 and a whole number, or with
 * JSON whose member `effects` is a whole number or a list of event ids, one per effect. Rejects with the problem and the
 * expected form.
 */
export const createEffectCounter =
  (url: string, timeoutMs: number): EffectCounter =>
  async () => {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
      throw new Error(`the URL cannot be reached; ${EXPECTED}`);
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`the status is ${response.status}; ${EXPECTED}`);
    const effects = parseEffects(text.trim());
    if (effects === undefined) throw new Error(`the response has another form; ${EXPECTED}`);
    return effects;
  };

function parseEffects(text: string): number | readonly string[] | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  try {
    const { effects }: { effects?: unknown } = Object(JSON.parse(text));
    if (Array.isArray(effects)) return effects.every((id) => typeof id === 'string') ? effects : undefined;
    return typeof effects === 'number' && Number.isSafeInteger(effects) && effects >= 0 ? effects : undefined;
  } catch {
    return undefined;
  }
}
