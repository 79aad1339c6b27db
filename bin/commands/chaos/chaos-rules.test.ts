import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChaosRules } from './chaos-rules.ts';

it('lets the requested share fail, with each effect equally often', () => {
  const rates = fc.double({ min: 0.001, max: 1, noNaN: true });
  fc.assert(
    fc.property(rates, fc.boolean(), (rate, hasRedirects) => {
      const rules = createChaosRules({ seed: 1, rate, delayMs: 1, hasRedirects });
      for (const isAboutDeliveries of [false, true]) {
        const own = rules.filter(({ effect }) => effect.type.startsWith('webhook_') === isAboutDeliveries);
        let left = 1;
        const shares = own.map(({ probability = 1 }) => {
          const share = left * probability;
          left -= share;
          return share;
        });
        for (const share of shares) expect(share).toBeCloseTo(rate / own.length, 9);
        expect(1 - left).toBeCloseTo(rate, 9);
      }
    }),
  );
});
