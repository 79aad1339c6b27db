import { createHash } from 'node:crypto';
import type { SignatureScheme } from '../webhooks/scheme.ts';
import { aboutItsOwnIncident, eventFor, eventsOfEveryType, unmarked } from './events.ts';
import type { Settings } from './options.ts';
import type { Ages, Bench } from './probe.ts';

/** Returns a function that makes a bench for the present time. Events keep the time at which the run began. */
export function benchOf({ scheme, secret, toleranceSeconds, seed, now }: Settings, startedMs: number): () => Bench {
  const source = { seed, nowMs: startedMs };
  return () => ({
    scheme,
    secret,
    ages: agesFor(toleranceSeconds),
    nowSeconds: Math.floor(now() / 1000),
    otherSecret: madeUpSecret(scheme.secretForm),
    event: (name) => eventFor(name, source),
    effectEvent: (name) => unmarked(aboutItsOwnIncident(eventFor(name, source))),
    everyType: (name) => eventsOfEveryType(name, source),
  });
}

/** How far beyond a known tolerance a delivery is stale: ten minutes old, with a tolerance of five. */
const BEYOND_SECONDS = 300;
/**
 * Stale by any tolerance: a receiver that takes a delivery of two days ago does not check its time, or compares seconds with
 * milliseconds (a tolerance of 300,000 s is three and a half days).
 */
const TWO_DAYS_SECONDS = 2 * 24 * 60 * 60;

const agesFor = (toleranceSeconds: number | undefined): Ages =>
  toleranceSeconds === undefined
    ? { stale: TWO_DAYS_SECONDS, recent: 30, ahead: 10 }
    : {
        stale: toleranceSeconds + BEYOND_SECONDS,
        recent: Math.floor(toleranceSeconds * 0.8),
        ahead: Math.floor(toleranceSeconds * 0.2),
      };

function madeUpSecret(form: SignatureScheme['secretForm']): string {
  const bytes = createHash('sha256').update('a secret that no receiver has').digest();
  if (form === 'hex' || form === 'text') return bytes.toString('hex');
  return `${form === 'whsec' ? 'whsec_' : ''}${bytes.toString('base64')}`;
}
