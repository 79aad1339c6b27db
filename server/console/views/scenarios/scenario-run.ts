import { effect, signal } from '@preact/signals';
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
  /** The terminal that the scenario chose; undefined before, and for a scenario without one. */
  readonly terminalId?: string | undefined;
}

export interface PlayOptions {
  readonly isStepwise: boolean;
  /** Whether to reset the data first. Destinations are kept. */
  readonly isReset: boolean;
}

/** Time to read a step before the next one, in milliseconds. */
const READING_MS = 2200;

export const scenarioRun = signal<ScenarioRun | undefined>(undefined);

/** Whether the run waits for a person before each further step. */
export const isStepwise = signal(false);

/** How fast the steps follow each other: 2 halves the time to read them. */
export const readingSpeed = signal(1);

let continueRun: (() => void) | undefined;
let current = 0;

/** Plays a scenario as its user. Sets `scenarioRun` after each step. */
export async function playScenario(scenario: Scenario, options: PlayOptions): Promise<void> {
  current += 1;
  const mine = current;
  continueRun?.();
  isStepwise.value = options.isStepwise;
  const show = (part: Partial<ScenarioRun>): void => {
    if (mine === current && scenarioRun.value !== undefined) scenarioRun.value = { ...scenarioRun.value, ...part };
  };
  scenarioRun.value = { scenario, steps: [], state: 'playing' };
  try {
    await prepare(scenario, options.isReset);
    let course = await beginScenario(scenario);
    show({ terminalId: course.names.get('terminal') });
    for (const [index, step] of scenario.steps.entries()) {
      show({ state: 'playing' });
      const { shown, next } = await playStep(course, step, index + 1);
      course = next;
      reloadNow();
      const isLast = index === scenario.steps.length - 1;
      show({ steps: [...(scenarioRun.value?.steps ?? []), shown], state: isLast ? 'done' : 'waiting' });
      if (isLast || mine !== current) return;
      await waitForNextStep();
      if (mine !== current) return;
    }
  } catch (error) {
    show({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

/** Plays the next step at once. */
export function continueScenario(): void {
  continueRun?.();
}

/** Waits until the step can have been read, or a person continues. While the run is stepwise, only a person continues it. */
const waitForNextStep = (): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (): void => {
      continueRun = undefined;
      resolve();
    };
    const dispose = effect(() => {
      clearTimeout(timer);
      timer = isStepwise.value ? undefined : setTimeout(() => continueRun?.(), READING_MS / readingSpeed.value);
    });
    continueRun = () => {
      clearTimeout(timer);
      dispose();
      finish();
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
