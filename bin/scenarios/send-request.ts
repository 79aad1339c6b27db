import type { ScenarioPointer, ScenarioRequest } from '../../fixtures/scenarios/index.ts';
import { readAtPointer } from '../../fixtures/scenarios/json-pointer.ts';
import {
  fillAllPlaceholders,
  fillPlaceholders,
  type PlaceholderValues,
} from '../../fixtures/scenarios/placeholders.ts';
import { compareFacts, formatValue } from './compare-facts.ts';
import type { PlayedResponse } from './played-scenario.ts';
import { type SandboxAccess, sendAsUser } from './sandbox-access.ts';
import { StepInterrupted } from './step-interrupted.ts';

/** Where a scenario sends requests, with which key by default, and the values captured so far. */
export interface RequestContext {
  readonly place: SandboxAccess;
  readonly watcher: string;
  readonly names: PlaceholderValues;
}

/** A reply that matches the scenario, and the captured values. */
export interface MatchedReply {
  readonly recorded: PlayedResponse;
  readonly kept: PlaceholderValues;
}

/** Sends a request of the scenario. A different status or value interrupts the scenario. */
export async function sendScenarioRequest(
  { place, watcher, names }: RequestContext,
  question: ScenarioRequest,
): Promise<MatchedReply> {
  const { as = watcher, status: wanted = 200, body, facts: expected, keep = {} } = question;
  const request = fillPlaceholders(question.ask, names);
  const [method = '', path = ''] = request.split(' ');
  const filledRequest =
    body === undefined ? { method, path } : { method, path, body: fillAllPlaceholders(body, names) };
  const { status, body: answer } = await sendAsUser(place, as, filledRequest);
  if (status !== wanted)
    throw new StepInterrupted(
      'differs',
      `${request} as ${as}: expected status ${wanted}, got ${status}.`,
      readProblemDetail(answer),
    );

  const { facts, differences } = compareFacts(answer, expected, names);
  if (differences.length > 0)
    throw new StepInterrupted('differs', `${request} as ${as}: the reply differs.`, differences);
  const kept = Object.entries(keep).map(
    ([name, pointer]) => [name, formatValue(readAtPointer(answer, pointer))] as const,
  );
  return { recorded: { kind: 'answer', request, as, status, facts }, kept: new Map(kept) };
}

const readProblemDetail = (problem: unknown): readonly string[] => {
  const detail = readAtPointer(problem, '/detail' satisfies ScenarioPointer);
  return typeof detail === 'string' ? [detail] : [];
};
