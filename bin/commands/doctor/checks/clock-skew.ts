import type { Finding } from './finding.ts';

/** A larger difference makes leases and timestamps of signatures unreliable, in milliseconds. */
const MAX_SKEW_MS = 2000;

/** Judges how far another clock is ahead of that of this machine. `precisionMs` is the resolution of the other one. */
export function checkSkew(of: string, aheadMs: number, precisionMs: number): Finding {
  const check = `clock of ${of}`;
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  if (Math.abs(aheadMs) <= MAX_SKEW_MS + precisionMs)
    return { check, status: 'ok', found: `It differs from that of this machine by at most ${seconds} s.` };
  return {
    check,
    status: 'problem',
    found: `It is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of this machine.`,
    advice: 'Synchronise both clocks, for example with NTP: signatures and leases depend on them.',
  };
}
