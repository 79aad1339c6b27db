import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

/** The members of `fleetkit receiver check --json` that are read here. */
interface ReceiverReport {
  readonly duration_ms: number;
  readonly deliveries: number;
  readonly exit_code: number;
  readonly probes: readonly { readonly outcome: string }[];
}

/** Returns the result of a check of a receiver: a probe counts as a check, a delivery as a request. */
export function parseReceiverReport(text: string): SandboxSchemas['ConformanceResult'] {
  const { duration_ms, deliveries, exit_code, probes } = JSON.parse(text) as ReceiverReport; // the kit of this package wrote it
  const counts: Record<string, number> = {};
  for (const { outcome } of probes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { exit_code, counts, requests: deliveries, duration_ms, stopped: null };
}
