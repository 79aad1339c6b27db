import type { ScenarioPointer, ScenarioRequest } from '../../../fixtures/scenarios/index.ts';
import { findFacts, inWords } from './facts.ts';
import { Interrupted } from './interrupted.ts';
import { allFilledIn, filledIn, type Names } from './names.ts';
import { asUser, type Place } from './place.ts';
import type { PlayedResponse } from './played.ts';
import { memberAt } from './pointer.ts';

/** A reply that matches the scenario, and the captured values. */
export interface Answered {
  readonly recorded: PlayedResponse;
  readonly kept: Names;
}

/** Sends a request of the scenario. A different status or value interrupts it. */
export async function askQuestion(
  place: Place,
  watcher: string,
  question: ScenarioRequest,
  names: Names,
): Promise<Answered> {
  const { as = watcher, status: wanted = 200, body, facts: expected, keep = {} } = question;
  const request = filledIn(question.ask, names);
  const [method = '', path = ''] = request.split(' ');
  const asked = body === undefined ? { method, path } : { method, path, body: allFilledIn(body, names) };
  const { status, body: answer } = await asUser(place, as, asked);
  if (status !== wanted)
    throw new Interrupted(
      'differs',
      `${request} as ${as}: expected status ${wanted}, got ${status}.`,
      detailOf(answer),
    );

  const { facts, differences } = findFacts(answer, expected, names);
  if (differences.length > 0) throw new Interrupted('differs', `${request} as ${as}: the reply differs.`, differences);
  const kept = Object.entries(keep).map(([name, pointer]) => [name, inWords(memberAt(answer, pointer))] as const);
  return { recorded: { kind: 'answer', request, as, status, facts }, kept: new Map(kept) };
}

const detailOf = (problem: unknown): readonly string[] => {
  const detail = memberAt(problem, '/detail' satisfies ScenarioPointer);
  return typeof detail === 'string' ? [detail] : [];
};
