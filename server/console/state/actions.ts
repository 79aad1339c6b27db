import { signal } from '@preact/signals';
import { describeError } from '../api/request.ts';
import { notify } from './notices.ts';

/** The action in progress; undefined while none is. Controls that would start another one are disabled. */
export const runningAction = signal<string | undefined>(undefined);

/** Runs an action of a person, and reports its failure. Returns undefined after a failure. */
export async function runAction<Result>(name: string, action: () => Promise<Result>): Promise<Result | undefined> {
  runningAction.value = name;
  try {
    return await action();
  } catch (error) {
    notify('failed', describeError(error));
    return undefined;
  } finally {
    runningAction.value = undefined;
  }
}
