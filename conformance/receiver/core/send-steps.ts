import { appendAll } from '../../../base/large-lists.ts';
import type { SendDelivery } from '../sending/delivery-response.ts';
import type { AnsweredStep, Probe, ProbeStep } from './probe.ts';

/** Sends deliveries one at a time, or all at the same time; independent ones in groups of `independentAtOnce`. */
export async function sendSteps(
  steps: readonly ProbeStep[],
  send: SendDelivery,
  {
    isConcurrent = false,
    isOrderFree = false,
    independentAtOnce = 1,
  }: Pick<Probe, 'isConcurrent' | 'isOrderFree'> & { readonly independentAtOnce?: number } = {},
): Promise<AnsweredStep[]> {
  const sendStep = async (step: ProbeStep): Promise<AnsweredStep> => ({ step, answer: await send(step.delivery) });
  const atOnce = isConcurrent ? steps.length : isOrderFree ? independentAtOnce : 1;
  const answers: AnsweredStep[] = [];
  for (let at = 0; at < steps.length; at += atOnce)
    appendAll(answers, await Promise.all(steps.slice(at, at + atOnce).map(sendStep)));
  return answers;
}
