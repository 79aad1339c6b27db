import type { ComponentChildren } from 'preact';
import { type Tone, toneOf, toWords } from '../format/words.ts';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}

const ATTENTION = ['low', 'medium', 'high', 'critical'];

/** How much attention a terminal needs, where no label states that. */
export function HealthBadge({ health }: { readonly health: string }) {
  return (
    <Badge tone={toneOf(health)}>
      {toWords(health)}
      {ATTENTION.includes(health) ? ' attention' : ''}
    </Badge>
  );
}

/** A state of the contract, in words and with its colour. */
export function StateBadge({ state }: { readonly state: string }) {
  return <Badge tone={toneOf(state)}>{toWords(state)}</Badge>;
}
