import { request } from '../api/request.ts';
import type { Clock } from '../api/types.ts';
import { runAction } from './actions.ts';
import { clock, reloadNow } from './live.ts';

/** How to move the clock. */
export type Move = { readonly by: string } | { readonly to: string } | { readonly to_next_attempt: true };

/** The usual distances. */
export const CLOCK_STEPS = [
  { text: '1 minute', by: 'PT1M' },
  { text: '10 minutes', by: 'PT10M' },
  { text: '1 hour', by: 'PT1H' },
  { text: 'A night (12 h)', by: 'PT12H' },
  { text: '1 day', by: 'P1D' },
  { text: '1 week', by: 'P7D' },
] as const;

/** Moves the clock forwards, as the operator. The reply follows when due deliveries have been attempted. */
export const advanceClock = (move: Move): Promise<Clock | undefined> => change('advance', move);

/** Runs the clock at a multiple of real time. */
export const runClock = (speed: number): Promise<Clock | undefined> => change('run', { speed });

export const freezeClock = (): Promise<Clock | undefined> => change('freeze', {});

const change = (name: string, body: object): Promise<Clock | undefined> =>
  runAction(`clock ${name}`, async () => {
    const value = await request<Clock>(`/sandbox/clock/${name}`, { method: 'POST', as: 'operator', body });
    clock.value = { value, atMs: Date.now() };
    reloadNow();
    return value;
  });
