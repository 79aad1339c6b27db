import { signal } from '@preact/signals';
import type { Scenario } from '../../../../fixtures/scenarios/index.ts';
import { RequestError, request } from '../../api/request.ts';
import { session, users } from '../../api/session.ts';
import { connect, reloadNow } from '../../state/live.ts';
import { obtainKey, signInWithKey } from '../../state/sign-in.ts';
import { createInbox } from '../destinations/destination-actions.ts';
import { beginScenario, playStep, type ShownStep } from './scenario-steps.ts';

/** A scenario that is or was played in this tab. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly steps: readonly ShownStep[];
  /** `waiting`: for the person, before the next step. */
  readonly state: 'playing' | 'waiting' | 'done' | 'failed';
  readonly message?: string;
}

export interface PlayOptions {
  readonly isStepwise: boolean;
  /** Whether to reset the data first. Destinations are kept. */
  readonly isReset: boolean;
}

/** Time to read a step before the next one, in milliseconds. */
const READING_MS = 2200;

export const scenarioRun = signal<ScenarioRun | undefined>(undefined);

let continueRun: (() => void) | undefined;
let current = 0;

/** Plays a scenario as its user. Sets `scenarioRun` after each step. */
export async function playScenario(scenario: Scenario, { isStepwise, isReset }: PlayOptions): Promise<void> {
  current += 1;
  const mine = current;
  continueRun?.();
  const show = (part: Partial<ScenarioRun>): void => {
    if (mine === current && scenarioRun.value !== undefined) scenarioRun.value = { ...scenarioRun.value, ...part };
  };
  scenarioRun.value = { scenario, steps: [], state: 'playing' };
  try {
    await prepare(scenario, isReset);
    let course = await beginScenario(scenario);
    for (const [index, step] of scenario.steps.entries()) {
      show({ state: 'playing' });
      const { shown, next } = await playStep(course, step, index + 1);
      course = next;
      reloadNow();
      const isLast = index === scenario.steps.length - 1;
      show({ steps: [...(scenarioRun.value?.steps ?? []), shown], state: isLast ? 'done' : 'waiting' });
      if (isLast || mine !== current) return;
      if (isStepwise) await waitForPerson();
      else await new Promise((resolve) => setTimeout(resolve, READING_MS));
      if (mine !== current) return;
    }
  } catch (error) {
    show({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

/** Plays the next step of a stepwise run. */
export function continueScenario(): void {
  continueRun?.();
}

const waitForPerson = (): Promise<void> =>
  new Promise((resolve) => {
    continueRun = () => {
      continueRun = undefined;
      resolve();
    };
  });

/** Acts as the user of the scenario, resets the data if wanted, and registers an inbox if there is no destination. */
async function prepare({ watcher }: Scenario, isReset: boolean): Promise<void> {
  if (isReset) await request('/sandbox/reset', { method: 'POST', as: 'operator', body: { keep_destinations: true } });
  const user = users.value.find(({ user_id: id }) => id === watcher);
  if (user === undefined) throw new RequestError(0, 'no_user', { message: `The sandbox has no user ${watcher}.` });
  const key = await obtainKey(user);
  if (key !== session.value?.apiKey) {
    await signInWithKey(key);
    connect();
  }
  const { data } = await request<{ readonly data: readonly unknown[] }>('/sandbox/destinations');
  if (data.length === 0) await createInbox();
}
