import type { Scenario } from '../../fixtures/scenarios/index.ts';
import type { TerminalStatus } from '../../spec/index.ts';
import { type SandboxAccess, sendAsUser } from './sandbox-access.ts';
import { StepInterrupted } from './step-interrupted.ts';

/** Chooses the terminal: the first candidate that is in service and has no open alert of the scenario's types. */
export async function selectTerminal(place: SandboxAccess, { cast, watcher, steps }: Scenario): Promise<string> {
  const types = new Set<string>(steps.flatMap(({ expects = [] }) => expects.map(({ type }) => type)));
  const reasons: string[] = [];
  for (const terminalId of cast) {
    const path = `/v1/terminals/${terminalId}/status-monitoring`;
    const { status, body } = await sendAsUser(place, watcher, { method: 'GET', path });
    if (status !== 200) throw new StepInterrupted('impossible', `GET ${path} as ${watcher} returned ${status}.`);
    const { operational_state: state, open_alerts: alerts } = body as TerminalStatus; // the contract of the sandbox
    const troubles = alerts.filter(({ type }) => types.has(type)).map(({ type }) => `${type} is open`);
    if (state !== 'in_service') troubles.unshift(state);
    if (troubles.length === 0) return terminalId;
    reasons.push(`${terminalId}: ${troubles.join(', ')}`);
  }
  throw new StepInterrupted(
    'impossible',
    'No eligible terminal: each is out of service or has an open alert of this scenario.',
    reasons,
  );
}
