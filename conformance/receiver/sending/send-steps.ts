import type { AnsweredStep, Probe, ProbeStep } from '../probe.ts';
import type { SendDelivery } from './delivery-response.ts';

/** Sends deliveries one at a time, or all at the same time. */
export async function sendSteps(
  steps: readonly ProbeStep[],
  send: SendDelivery,
  { isConcurrent = false }: Pick<Probe, 'isConcurrent'> = {},
): Promise<AnsweredStep[]> {
  const sendStep = async (step: ProbeStep): Promise<AnsweredStep> => ({ step, answer: await send(step.delivery) });
  if (isConcurrent) return Promise.all(steps.map(sendStep));
  const answers: AnsweredStep[] = [];
  for (const step of steps) answers.push(await sendStep(step));
  return answers;
}
