import type { SenderCheck } from '../core/check.ts';
import { eventChecks } from './events.ts';
import { headerChecks } from './headers.ts';
import { incidentChecks } from './incidents.ts';
import { privacyChecks } from './privacy.ts';
import { repeatChecks } from './repeats.ts';
import { requestChecks } from './request.ts';
import { retryChecks } from './retries.ts';
import { signatureChecks } from './signature.ts';

/** All checks of a sender, by topic. */
export const senderChecks: readonly SenderCheck[] = [
  ...signatureChecks,
  ...requestChecks,
  ...headerChecks,
  ...eventChecks,
  ...incidentChecks,
  ...retryChecks,
  ...repeatChecks,
  ...privacyChecks,
];
