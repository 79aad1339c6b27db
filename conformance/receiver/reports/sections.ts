import type { ReceiverResult } from '../result.ts';

/* What all reports say alike. */

/** Results by what they mean for whoever reads: what decides, what is advice, what says nothing, what was kept. */
export function sectionsOf({ probes }: Pick<ReceiverResult, 'probes'>) {
  const failed = probes.filter(({ outcome }) => outcome === 'fail');
  return {
    failed: failed.filter(({ level }) => level === 'must'),
    advice: failed.filter(({ level }) => level === 'advice'),
    skipped: probes.filter(({ outcome }) => outcome === 'skipped'),
    passed: probes.filter(({ outcome }) => outcome === 'pass'),
  };
}

/** `36 passed, 1 failed, 0 with advice, 2 skipped`. */
export function figuresOf(result: Pick<ReceiverResult, 'probes'>): string {
  const { failed, advice, skipped, passed } = sectionsOf(result);
  return `${passed.length} passed, ${failed.length} failed, ${advice.length} with advice, ${skipped.length} skipped`;
}

/** How the run was made: `standard-webhooks · secret 1a2b3c4d · tolerance 300 s · seed 1`. */
export const notesOf = ({ scheme, secretFingerprint, toleranceSeconds, seed }: ReceiverResult): readonly string[] => [
  scheme,
  `secret ${secretFingerprint}`,
  toleranceSeconds === null ? 'tolerance not given' : `tolerance ${toleranceSeconds} s`,
  `seed ${seed}`,
];

/** `59 deliveries in 0.4 s`. */
export const effortOf = ({ deliveries, durationMs }: ReceiverResult): string =>
  `${deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`} in ${(durationMs / 1000).toFixed(1)} s`;
