import { createHash } from 'node:crypto';
import type { SignatureScheme } from '../webhooks/scheme.ts';
import { generateEvent, generateEventOfEachType, removeSampleMark, replaceIncident } from './events.ts';
import type { Settings } from './options.ts';
import type { Ages, ProbeContext } from './probe.ts';

/** Returns a function that creates a context for the current time. Events keep the start time of the run. */
export function createContextFactory(
  { scheme, secret, toleranceSeconds, seed, now }: Settings,
  startedMs: number,
): () => ProbeContext {
  const source = { seed, nowMs: startedMs };
  return () => ({
    scheme,
    secret,
    ages: chooseAges(toleranceSeconds),
    nowSeconds: Math.floor(now() / 1000),
    otherSecret: generateSecret(scheme.secretForm),
    event: (name) => generateEvent(name, source),
    effectEvent: (name) => removeSampleMark(replaceIncident(generateEvent(name, source))),
    everyType: (name) => generateEventOfEachType(name, source),
  });
}

/** A stale delivery is this much older than a known tolerance: ten minutes old, with a tolerance of five. */
const BEYOND_SECONDS = 300;
/**
 * Stale for any tolerance. A receiver that accepts a delivery from two days ago does not check timestamps, or compares
 * seconds with milliseconds (a tolerance of 300,000 s is three and a half days).
 */
const TWO_DAYS_SECONDS = 2 * 24 * 60 * 60;

const chooseAges = (toleranceSeconds: number | undefined): Ages =>
  toleranceSeconds === undefined
    ? { stale: TWO_DAYS_SECONDS, recent: 30, ahead: 10 }
    : {
        stale: toleranceSeconds + BEYOND_SECONDS,
        recent: Math.floor(toleranceSeconds * 0.8),
        ahead: Math.floor(toleranceSeconds * 0.2),
      };

function generateSecret(form: SignatureScheme['secretForm']): string {
  const bytes = createHash('sha256').update('a secret that no receiver has').digest();
  if (form === 'hex' || form === 'text') return bytes.toString('hex');
  return `${form === 'whsec' ? 'whsec_' : ''}${bytes.toString('base64')}`;
}
