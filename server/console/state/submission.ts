import { useState } from 'preact/hooks';
import { describeError, type Fault, RequestError } from '../api/request.ts';

/** The state of a form. */
export interface Submission {
  readonly isBusy: boolean;
  /** The fault of one member of the body, by its JSON Pointer. */
  readonly faultOf: (pointer: string) => string | undefined;
  /** The faults of a member and of those in it, each with its place. */
  readonly faultsWithin: (pointer: string) => readonly string[];
  /** A failure that belongs to none of the named members. */
  readonly otherFailure: string | undefined;
  readonly submit: (send: () => Promise<void>) => Promise<void>;
}

/** Sends a form, and keeps its faults by field. `pointers` are the members that have a field. */
export function useSubmission(pointers: readonly string[]): Submission {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly text: string; readonly faults: readonly Fault[] }>();
  const faultOf = (pointer: string): string | undefined =>
    failure?.faults.find((fault) => fault.pointer === pointer)?.detail;
  const faultsWithin = (pointer: string): readonly string[] =>
    (failure?.faults ?? [])
      .filter(({ pointer: one = '' }) => one === pointer || one.startsWith(`${pointer}/`))
      .map(({ pointer: one = '', detail }) => [one.slice(pointer.length + 1), detail].filter(Boolean).join(': '));
  const submit = async (send: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
    } catch (error) {
      setFailure({ text: describeError(error), faults: error instanceof RequestError ? error.faults : [] });
    }
    setBusy(false);
  };
  const hasField = pointers.some((pointer) => faultOf(pointer) !== undefined);
  return { isBusy, faultOf, faultsWithin, otherFailure: hasField ? undefined : failure?.text, submit };
}
