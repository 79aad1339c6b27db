import type { Check } from '../../conformance/index.ts';
import { planOf } from '../../conformance/index.ts';
import { rateFor } from '../../conformance/pace.ts';
import { PLAN_TOLERANCE_PERCENT, SURVEY } from '../../conformance/plan.ts';
import { operations } from '../../spec/index.ts';

/** What a request takes on the machine at hand, where nothing slows it down. */
const LOOPBACK_MS = 4;

/** What a run would send, in words: writes first, then operations and checks with their requests, then how long it takes. */
export function planInWords(
  chosen: readonly Check[],
  settings: {
    readonly target: string;
    readonly keys: number;
    readonly writesAllowed: boolean;
    readonly rate?: number | undefined;
  },
): string {
  const { target, keys, writesAllowed, rate = rateFor(target) } = settings;
  const { steps, byOperation, requests } = planOf(chosen, { keys, writesAllowed });
  const rows = [...byOperation]
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({ count, method: operations[id].method, path: operations[id].path }));
  const line = ({ count, method, path }: (typeof rows)[number]) => `${String(count).padStart(6)}  ${method} ${path}`;
  const writes = rows.filter(({ method }) => method !== 'GET');
  const unknown = steps.filter((step) => step.requests === undefined);
  const seconds = rate === undefined ? (requests * LOOPBACK_MS) / 1000 : requests / rate;
  const pace = rate === undefined ? `at ${LOOPBACK_MS} ms each` : `at ${rate} a second`;
  return [
    `Plan for ${target} with ${keys} ${keys === 1 ? 'key' : 'keys'}. Nothing was sent.`,
    '',
    ...(writes.length === 0 ? ['Writes: none'] : ['Writes', ...writes.map(line)]),
    '',
    'Reads',
    ...rows.filter(({ method }) => method === 'GET').map(line),
    '',
    'Checks',
    ...steps
      .filter((step) => step.requests !== undefined)
      .map(
        (step) =>
          `${String(step.requests).padStart(6)}  ${step.id === SURVEY ? 'looking around, before the first check' : step.id}`,
      ),
    ...unknown.map(({ id }) => `     ?  ${id}`),
    '',
    `About ${requests} requests, within ${PLAN_TOLERANCE_PERCENT} %, as measured on a service with data for every check; ${lasting(seconds)} ${pace}.`,
    '',
  ].join('\n');
}

const lasting = (seconds: number): string =>
  seconds < 90 ? `about ${Math.max(1, Math.round(seconds))} s` : `about ${Math.round(seconds / 60)} min`;
