import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { toPrintable } from '../shared/printable.ts';

/** Formats an event as one line: timestamp, type, state, severity, terminal or account, id. */
export function formatEventLine(listed: SandboxSchemas['WebhookEvent']): string {
  const { timestamp, type, severity, account_id, terminal_id, ...event } = listed;
  const state = 'incident' in event ? (event.incident?.state ?? '') : '';
  const about = toPrintable(String(terminal_id ?? account_id));
  return `${timestamp}  ${type.padEnd(26)}${state.padEnd(11)}${severity.padEnd(10)}${about.padEnd(20)}  ${event.id}`;
}
