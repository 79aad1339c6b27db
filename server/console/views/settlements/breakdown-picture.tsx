import type { SettlementBatch } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Hint } from '../../parts/states.tsx';
import { drawBreakdown } from './breakdown.ts';

type Payout = Pick<SettlementBatch, 'breakdown' | 'net_payout' | 'currency'>;

/** The parts of a payout as bars, each where the previous one ends, and their sum. */
export function BreakdownPicture({ payout }: { readonly payout: Payout }) {
  const { parts, differenceCents } = drawBreakdown(payout);
  return (
    <div class="stack-tight">
      <table class="breakdown">
        <caption class="hidden-text">Parts of the net payout</caption>
        <tbody>
          {parts.map(({ name, cents, left, width }) => (
            <tr key={name} class={name === 'net_payout' ? 'breakdown-sum' : ''}>
              <th scope="row">{toWords(name)}</th>
              <td class="breakdown-bar">
                <i
                  class={cents < 0 ? 'breakdown-minus' : ''}
                  style={{ marginLeft: `${left * 100}%`, width: `${width * 100}%` }}
                />
              </td>
              <td class="number">{formatMoney(cents / 100, payout.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differenceCents === 0 ? (
        <p class="muted small">The five parts add up to the net payout.</p>
      ) : (
        <Hint tone="bad">
          The five parts do not add up: {formatMoney(differenceCents / 100, payout.currency)} are missing.
        </Hint>
      )}
    </div>
  );
}
