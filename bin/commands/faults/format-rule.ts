import type { FaultRule } from '../../library/client/faults.ts';
import { toPrintable } from '../shared/printable.ts';

/** Formats rules, one line each. */
export const formatRules = (rules: readonly FaultRule[]): string =>
  rules.length === 0 ? 'There are no fault rules: nothing fails on purpose.' : rules.map(formatRule).join('\n');

/** Formats a rule: its id, its use, its effect and its conditions. */
export function formatRule({
  fault_id: id,
  matched_count: matched,
  applied_count: applied,
  effect,
  ...conditions
}: FaultRule): string {
  const { type, ...details } = effect;
  const shown = [type, ...formatMembers(details), ...formatMembers(conditions)].join('  ');
  return `${id.padEnd(7)}  ${`${applied} of ${matched} failed`.padEnd(16)}  ${toPrintable(shown)}`;
}

const formatMembers = (members: object): readonly string[] =>
  Object.entries(members).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`);
