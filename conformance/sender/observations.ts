import { count } from '../reports/screen.ts';
import { fingerprintSecret } from '../webhooks/secret.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { retriesIn } from './attempts.ts';
import type { Delivery } from './delivery.ts';
import type { Hearing } from './judge.ts';
import { incidentsIn } from './judges/incidents.ts';

const MOST_OF_A_KIND = 5;

/** What is worth knowing of a sender and is no question of right and wrong, as sentences. */
export const observationsOn = (hearing: Hearing): readonly string[] => [
  ...secretsUsed(hearing),
  ...pausesSeen(hearing.deliveries),
  ...ordersSeen(hearing.deliveries),
  ...setAside(hearing),
];

/** Which of several secrets signed how much. */
function secretsUsed({ deliveries, scheme, secrets }: Hearing): readonly string[] {
  if (secrets.length < 2) return [];
  return secrets.map((secret, index) => {
    const signed = deliveries.filter(({ headers, body, receivedAtMs: nowMs }) => {
      const given = { headers, body, secrets: [secret], nowMs, toleranceSeconds: Number.POSITIVE_INFINITY };
      return verifySignature(scheme, given).kind === 'valid';
    });
    return `secret ${index + 1} (${fingerprintSecret(scheme.secretForm, secret)}) verifies ${signed.length} of ${count(deliveries.length, 'request')}`;
  });
}

/** How long it paused before it tried again. */
function pausesSeen(deliveries: readonly Delivery[]): readonly string[] {
  const byDelivery = Map.groupBy(retriesIn(deliveries), ({ refused }) => refused.identity);
  return limited(
    [...byDelivery].map(([identity, retries]) => {
      const steps = retries.map(({ refused: { answer }, pauseMs }) => {
        const asked = answer.retryAfterSeconds === undefined ? '' : `, Retry-After: ${answer.retryAfterSeconds}`;
        return `${(pauseMs / 1000).toFixed(1)} s after ${answer.status ?? 'no answer'}${asked}`;
      });
      return `${identity} was tried again ${steps.join(', then ')}`;
    }),
  );
}

/** In which order the events of an incident came. */
const ordersSeen = (deliveries: readonly Delivery[]): readonly string[] =>
  limited(
    incidentsIn(deliveries)
      .filter((turns) => turns.length > 1)
      .map((turns) => {
        const numbers = turns.map(({ sequence }) => sequence);
        const isInOrder = numbers.every((number, index) => number > (numbers[index - 1] ?? 0));
        const [{ incident } = { incident: '' }] = turns;
        return `${incident} came ${isInOrder ? 'in order' : 'out of order, which receivers have to expect'}: ${numbers.join(', ')}`;
      }),
  );

/** What was received and not judged. */
function setAside({ everything, deliveries }: Hearing): readonly string[] {
  const broken = everything.filter(({ isWhole }) => !isWhole).length;
  const unmarked = deliveries.filter(({ isSample, isTest }) => isSample && !isTest);
  const names = [...new Set(unmarked.map(({ eventName }) => `"${eventName}"`))];
  return [
    ...(broken === 0 ? [] : [`${count(broken, 'request')} too long to be kept, or broken off: no signature judged`]),
    ...(names.length === 0
      ? []
      : [`${names.slice(0, MOST_OF_A_KIND).join(', ')} taken for a sample, not for an event`]),
  ];
}

function limited(sentences: readonly string[]): readonly string[] {
  const rest = sentences.length - MOST_OF_A_KIND;
  return rest <= 0 ? sentences : [...sentences.slice(0, MOST_OF_A_KIND), `and so on, ${rest} more`];
}
