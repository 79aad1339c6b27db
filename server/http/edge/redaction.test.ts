import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogRedactor } from './redaction.ts';

const TOKEN = 'adm(in)+with%41/odd.characters_0123456789';
const KEY = 'sbx-northway-admin';
const redact = createLogRedactor(TOKEN);

/** Percent-encodes each character `layers[i]` times, with upper- or lower-case digits. */
function encodeLayers(text: string, layers: readonly number[], isUpper: boolean): string {
  return [...text]
    .map((character, index) => {
      let one = character;
      for (let layer = 0; layer < (layers[index % layers.length] ?? 0); layer += 1) {
        const hex = one.charCodeAt(0).toString(16);
        one = `%${isUpper ? hex.toUpperCase() : hex}${one.slice(1)}`;
      }
      return one;
    })
    .join('');
}

/** The pieces of each secret that are long enough to help a guess. */
const PIECES = [KEY, TOKEN].flatMap((secret) =>
  [...secret.slice(0, -11)].map((_, start) => secret.slice(start, start + 12).toLowerCase()),
);

/** Returns every decoding of a text. */
function decodeAll(text: string): string {
  const all = [text];
  for (let layer = 0; layer < 10; layer += 1)
    all.push(
      (all.at(-1) ?? '').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
    );
  return all.join('\n');
}

describe('redaction', () => {
  test.each([
    ['/v1/transactions/txn_1', '/v1/transactions/txn_1'],
    ['/v1/caf%C3%A9%2Fx', '/v1/caf%C3%A9%2Fx'],
    [`/v1/${KEY}/portal`, '/v1/sbx-.../portal'],
    ['/v1/%73bx-northway-admin/portal', '/v1/sbx-.../portal'],
    ['/v1/%2573%62x%2Dnorthway-admin', '/v1/sbx-...'],
    ['/v1/%u0073bx-northway-admin', '/v1/sbx-...'],
    ['/v1/SBX-northway-admin', '/v1/sbx-...'],
    ['/%00%C3%A9/sbx-northway-admin', '/%00%C3%A9/sbx-...'],
    [`Unknown name "${KEY}".`, 'Unknown name "sbx-...".'],
    [`/x/${TOKEN}`, '/x/token...'],
    [`/x/%25${TOKEN}`, '/x/%ADtoken...'],
    ['/x/opr-abcdefghijkl/y', '/x/opr-.../y'],
    ['whsec_c2VjcmV0+/==', 'whsec_...'],
    ['/sandbox/inbox/aB3_-xyzaB3_-xyzaB3_-x/answers', '/sandbox/inbox/token.../answers'],
    ['/sandbox/inbox/%61B3_-xyzaB3_-xyzaB3_-x', '/sandbox/inbox/token...'],
    ['/sandbox/inbox/token...', '/sandbox/inbox/token...'],
    [`/%${'25'.repeat(20)}41`, '...'],
    ['/v1/cards/4111111111111111', '/v1/cards/card...'],
    ['/v1/cards/4111-1111-1111-1111/x', '/v1/cards/card.../x'],
    ['/v1/cards/%34%31%31%311111%311111111', '/v1/cards/card...'],
    ['%B4111111111111111^NAME', '%Bcard...^NAME'],
    ['3782 822463 10005', 'card...'],
    ['5555555555554444123', 'card...'],
    [`${'9'.repeat(12)}4111111111111111`, 'card...'],
    ['4111111111111112', '4111111111111112'],
    ['2026-11-02-15-00-00-123-456', '2026-11-02-15-00-00-123-456'],
    ['console-4123456789-3999999999-12', 'console-4123456789-3999999999-12'],
    ['41111111-1111-1111-1111-111111111111', '41111111-1111-1111-1111-111111111111'],
    ['1764431234567', '1764431234567'],
  ])('replaces %s by %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  test('removes a truncated token, but not a text with the same beginning', () => {
    const plain = createLogRedactor('secret-token-0123456789');
    expect(plain('/x/secret-token-0123')).toBe('/x/token...');
    expect(plain('/x/secret-token-0')).toBe('/x/token...');
    expect(plain('/x/secret-tea')).toBe('/x/secret-tea');
  });

  test('removes keys and tokens in any encoding', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(KEY, TOKEN),
        fc.tuple(fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }), fc.boolean()),
        fc.constantFrom('/', '/v1/', '%', '%2', '/%25', `/${KEY}`, `/${TOKEN}`),
        (secret, [layers, isUpper], before) => {
          const shown = decodeAll(redact(`${before}${encodeLayers(secret, layers, isUpper)}`)).toLowerCase();
          for (const piece of PIECES) expect(shown).not.toContain(piece);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });
});
