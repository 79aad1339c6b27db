import type { CommonCause, ProbeResult } from './core/result.ts';

/**
 * Finds common causes of several failures: the receiver accepts everything, stopped accepting deliveries, or sends the same
 * response instead of every rejection. A probe belongs to at most one common cause.
 */
export function findCommonCauses(probes: readonly ProbeResult[]): CommonCause[] {
  const whole = findAcceptedForgeries(probes) ?? findStop(probes);
  const rest = probes.filter(({ id }) => whole?.probes.includes(id) !== true);
  return [...(whole === undefined ? [] : [whole]), ...findEqualCauses(rest)];
}

/** Probes that a receiver accepts if it does not check signatures. */
const FORGED = ['tampered-body', 'wrong-secret', 'no-signature'];

function findAcceptedForgeries(probes: readonly ProbeResult[]): CommonCause | undefined {
  const forged = probes.filter(({ id, steps }) => FORGED.includes(id) && steps.length > 0);
  if (forged.length === 0 || !forged.every(({ steps }) => steps.every(({ status }) => isSuccess(status))))
    return undefined;
  const isTaken = ({ expects, status }: ProbeResult['steps'][number]) => expects === 'refused' && isSuccess(status);
  return {
    description: 'The receiver accepts every delivery, from any sender.',
    usual: {
      words: 'The handler does not verify signatures, or ignores the result of the verification.',
      line: 'verify(req); handle(req.body)',
      instead: 'if (!(await verify(req))) return res.status(401).end()',
    },
    probes: probes.filter((probe) => isFailed(probe) && probe.steps.some(isTaken)).map(({ id }) => id),
  };
}

/** Minimum number of consecutive failures at the end of the run that count as a stopped receiver. */
const FEWEST_FAILURES_AT_END = 3;

function findStop(probes: readonly ProbeResult[]): CommonCause | undefined {
  const due = probes.flatMap(({ id, steps }) =>
    steps.filter(({ expects }) => expects === 'taken').map(({ status }) => ({ id, isTaken: isSuccess(status) })),
  );
  const last = due.findLast(({ isTaken }) => isTaken);
  const final = probes.at(-1);
  if (last === undefined || final?.failure === undefined || final.id !== 'still-there') return undefined;
  if (due.length - 1 - due.lastIndexOf(last) < FEWEST_FAILURES_AT_END) return undefined;
  const behind = probes.slice(probes.findIndex(({ id }) => id === last.id) + 1);
  return {
    description: `The receiver accepted nothing after the probe ${last.id}: a later probe stopped or blocked it.`,
    usual: final.failure.usual,
    probes: behind.filter(isFailed).map(({ id }) => id),
  };
}

/** Minimum number of failures with one cause that are reported together. */
const FEWEST_EQUAL_CAUSES = 3;

function findEqualCauses(probes: readonly ProbeResult[]): CommonCause[] {
  const failures = probes.flatMap(({ id, level, failure }) =>
    failure === undefined ? [] : [{ id, level, ...failure }],
  );
  return [...Map.groupBy(failures, ({ usual }) => usual.words)].flatMap(([, alike]) => {
    const [first] = alike;
    if (first === undefined || alike.length < FEWEST_EQUAL_CAUSES || alike.every(({ level }) => level === 'advice'))
      return [];
    const { expected, came, usual } = first;
    const [response = came] = came.split(' for ');
    return [
      { description: `The response is ${response} instead of ${expected}.`, usual, probes: alike.map(({ id }) => id) },
    ];
  });
}

const isFailed = ({ outcome }: ProbeResult): boolean => outcome === 'fail';
const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
