import type { ProbeResult, Remark } from './result.ts';

/**
 * What several failures have in common, so that one sentence explains them: nothing is checked, nothing is taken any more,
 * or the same comes in place of every refusal. A probe is in one of them at most.
 */
export function remarksOn(probes: readonly ProbeResult[]): Remark[] {
  const whole = takesEverything(probes) ?? fellSilent(probes);
  const rest = probes.filter(({ id }) => whole?.probes.includes(id) !== true);
  return [...(whole === undefined ? [] : [whole]), ...answeredAlike(rest)];
}

/** Probes that a receiver which looks at no signature takes, each of them. */
const FORGED = ['tampered-body', 'wrong-secret', 'no-signature'];

function takesEverything(probes: readonly ProbeResult[]): Remark | undefined {
  const forged = probes.filter(({ id }) => FORGED.includes(id));
  if (forged.length === 0 || !forged.every(({ steps }) => steps.every(({ status }) => isSuccess(status))))
    return undefined;
  const isTaken = ({ expects, status }: ProbeResult['steps'][number]) => expects === 'refused' && isSuccess(status);
  return {
    says: 'It takes every delivery, whoever sent it.',
    usual: {
      words: 'Signatures are not checked, or nobody looks at what the check gave.',
      line: 'verify(req); handle(req.body)',
      instead: 'if (!(await verify(req))) return res.status(401).end()',
    },
    probes: probes.filter((probe) => isFailed(probe) && probe.steps.some(isTaken)).map(({ id }) => id),
  };
}

/** How many deliveries in a row have to be left untaken, up to the last one, to say that nothing is taken any more. */
const SILENT_FROM = 3;

function fellSilent(probes: readonly ProbeResult[]): Remark | undefined {
  const due = probes.flatMap(({ id, steps }) =>
    steps.filter(({ expects }) => expects === 'taken').map(({ status }) => ({ id, isTaken: isSuccess(status) })),
  );
  const last = due.findLast(({ isTaken }) => isTaken);
  const final = probes.at(-1);
  if (last === undefined || final?.failure === undefined || final.id !== 'still-there') return undefined;
  if (due.length - 1 - due.lastIndexOf(last) < SILENT_FROM) return undefined;
  const behind = probes.slice(probes.findIndex(({ id }) => id === last.id) + 1);
  return {
    says: `Nothing was taken any more after the probe ${last.id}: one of those behind it ended or blocked the receiver.`,
    usual: final.failure.usual,
    probes: behind.filter(isFailed).map(({ id }) => id),
  };
}

/** How many failures have to share their cause to be told as one. */
const ALIKE_FROM = 3;

function answeredAlike(probes: readonly ProbeResult[]): Remark[] {
  const failures = probes.flatMap(({ id, level, failure }) =>
    failure === undefined ? [] : [{ id, level, ...failure }],
  );
  return [...Map.groupBy(failures, ({ usual }) => usual.words)].flatMap(([, alike]) => {
    const [first] = alike;
    if (first === undefined || alike.length < ALIKE_FROM || alike.every(({ level }) => level === 'advice')) return [];
    const { expected, came, usual } = first;
    return [{ says: `Instead of ${expected}: ${came}.`, usual, probes: alike.map(({ id }) => id) }];
  });
}

const isFailed = ({ outcome }: ProbeResult): boolean => outcome === 'fail';
const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
