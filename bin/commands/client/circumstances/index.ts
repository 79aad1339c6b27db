import type { Circumstance } from '../../../../conformance/client/core/lesson.ts';
import { failurePlays } from './failures.ts';
import { listPlays } from './lists.ts';
import type { Play } from './play.ts';
import { pollingPlays } from './polling.ts';
import { valuePlays } from './values.ts';
import { webhookPlays } from './webhooks.ts';
import { writePlays } from './writes.ts';

/** How each circumstance is played. `all` is no play: its lessons judge the evidence of all others. */
export const plays: Readonly<Record<Exclude<Circumstance, 'all'>, Play>> = {
  ...listPlays,
  ...valuePlays,
  ...failurePlays,
  ...writePlays,
  ...pollingPlays,
  ...webhookPlays,
};
