/* Values of the contract in words. */

/** Returns `cash_low` as `Cash low`. */
export function toWords(value: string): string {
  const words = value.replaceAll(/[_-]/g, ' ');
  return SPECIAL[value] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const SPECIAL: Readonly<Record<string, string>> = {
  epp: 'PIN pad',
  ups: 'Battery backup',
  ok: 'OK',
  url: 'URL',
  ebt_cash: 'EBT cash',
  pin_entered: 'PIN entered',
  iso_admin: 'ISO administrator',
  iso_ops: 'ISO operations',
  ach_odfi: 'Bank (ACH)',
  eft_network: 'EFT network',
  lte_gateway: 'LTE gateway',
  rms_server: 'Remote management',
  tls_gateway: 'TLS gateway',
  vpn_tunnel: 'VPN tunnel',
  in_service: 'In service',
  out_of_service: 'Out of service',
  sandbox_user_body: 'Body of a user',
  sandbox_destination_failing: 'Destination failing',
  sandbox_destination_disabled: 'Destination disabled',
};

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted';

const TONES: Readonly<Record<string, Tone>> = {
  normal: 'good',
  up: 'good',
  down: 'bad',
  maintenance: 'info',
  established: 'good',
  active: 'good',
  revoked: 'bad',
  low: 'info',
  medium: 'warn',
  high: 'bad',
  critical: 'bad',
  in_service: 'good',
  out_of_service: 'bad',
  degraded: 'warn',
  online: 'good',
  stale: 'warn',
  offline: 'bad',
  delivered: 'good',
  pending: 'warn',
  sending: 'info',
  exhausted: 'bad',
  skipped: 'muted',
  enabled: 'good',
  paused: 'warn',
  disabled: 'bad',
  ok: 'good',
  full: 'good',
  empty: 'bad',
  completed: 'good',
  failed: 'bad',
  rejected: 'bad',
  expired: 'bad',
  canceled: 'muted',
  queued: 'warn',
  sent: 'info',
  acknowledged: 'info',
  triggered: 'bad',
  escalated: 'bad',
  resolved: 'good',
  pass: 'good',
  approved: 'good',
  derived: 'info',
  held: 'warn',
  submitted: 'info',
  settled: 'good',
  partially_returned: 'warn',
  returned: 'bad',
  evidence_requested: 'warn',
  under_review: 'info',
  partially_completed: 'warn',
  declined: 'warn',
  reversed: 'info',
  timed_out: 'bad',
  fail: 'bad',
  error: 'bad',
  untestable: 'muted',
  inconclusive: 'warn',
  'not-applicable': 'muted',
};

/** Returns the colour of a state. Its text is always shown too. */
export const toneOf = (state: string): Tone => TONES[state] ?? 'muted';

/** Returns the colour of an HTTP status. */
export function toneOfStatus(status: number | null): Tone {
  if (status === null) return 'bad';
  if (status < 300) return 'good';
  return status < 400 ? 'info' : status < 500 ? 'warn' : 'bad';
}
