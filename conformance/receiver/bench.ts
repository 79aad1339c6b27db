import { createHash } from 'node:crypto';
import type { SignatureScheme } from '../webhooks/scheme.ts';
import { eventFor, eventsOfEveryType } from './events.ts';
import type { Settings } from './options.ts';
import type { Bench } from './probe.ts';

/** Makes what probes are made with, each time as of that moment; the events are of the moment when the run began. */
export function benchOf({ scheme, secret, toleranceSeconds, seed, now }: Settings, startedMs: number): () => Bench {
  const source = { seed, nowMs: startedMs };
  return () => ({
    scheme,
    secret,
    toleranceSeconds,
    nowSeconds: Math.floor(now() / 1000),
    otherSecret: madeUpSecret(scheme.secretForm),
    event: (name) => eventFor(name, source),
    everyType: (name) => eventsOfEveryType(name, source),
  });
}

function madeUpSecret(form: SignatureScheme['secretForm']): string {
  const bytes = createHash('sha256').update('a secret that no receiver has').digest();
  if (form === 'hex' || form === 'text') return bytes.toString('hex');
  return `${form === 'whsec' ? 'whsec_' : ''}${bytes.toString('base64')}`;
}
