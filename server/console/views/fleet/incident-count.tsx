import type { Incident } from '../../api/types.ts';
import { toneOf, toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';

/** The most severe open incident, and the number of the others; a dash until they are read. */
export function IncidentCount({ incidents }: { readonly incidents: readonly Incident[] | undefined }) {
  if (incidents === undefined) return <span class="muted">–</span>;
  const [worst] = incidents.toSorted((one, other) => rank(one) - rank(other));
  if (worst === undefined) return <span class="muted">None</span>;
  const others = incidents.length - 1;
  return (
    <span class="row-tight">
      <Badge tone={toneOf(worst.severity)}>{toWords(worst.type)}</Badge>
      {others > 0 ? <span class="muted small nowrap">and {others} more</span> : null}
    </span>
  );
}

const RANKS = ['critical', 'high', 'medium', 'low'];
const rank = ({ severity }: Incident): number => RANKS.indexOf(severity);
