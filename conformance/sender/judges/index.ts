import type { Judge } from '../judge.ts';
import { eventJudges } from './events.ts';
import { headerJudges } from './headers.ts';
import { incidentJudges } from './incidents.ts';
import { privacyJudges } from './privacy.ts';
import { repeatJudges } from './repeats.ts';
import { requestJudges } from './request.ts';
import { retryJudges } from './retries.ts';
import { signatureJudges } from './signature.ts';

/** Every question about a sender, by topic. */
export const judges: readonly Judge[] = [
  ...signatureJudges,
  ...requestJudges,
  ...headerJudges,
  ...eventJudges,
  ...incidentJudges,
  ...retryJudges,
  ...repeatJudges,
  ...privacyJudges,
];
