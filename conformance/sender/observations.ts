import { pluralize } from '../reports/parts/screen.ts';
import { fingerprintSecret } from '../webhooks/secret.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { groupByIncident } from './checks/incidents.ts';
import { listRetries } from './core/attempts.ts';
import type { SenderCheckInput } from './core/check.ts';
import type { ReceivedDelivery } from './core/received-delivery.ts';

const MOST_OF_A_KIND = 5;

/** Describes behaviour of the sender that no rule covers, as sentences. */
export const listObservations = (input: SenderCheckInput): readonly string[] => [
  ...describeSecrets(input),
  ...describePauses(input.deliveries),
  ...describeOrders(input.deliveries),
  ...describeIgnored(input),
];

/** Counts the requests that each of several secrets verifies. */
function describeSecrets({ deliveries, scheme, secrets }: SenderCheckInput): readonly string[] {
  if (secrets.length < 2) return [];
  return secrets.map((secret, index) => {
    const signed = deliveries.filter(({ headers, body, receivedAtMs: nowMs }) => {
      const given = { headers, body, secrets: [secret], nowMs, toleranceSeconds: Number.POSITIVE_INFINITY };
      return verifySignature(scheme, given).kind === 'valid';
    });
    return `secret ${index + 1} (${fingerprintSecret(scheme.secretForm, secret)}) verifies ${signed.length} of ${pluralize(deliveries.length, 'request')}`;
  });
}

/** Lists the pauses before retries. */
function describePauses(deliveries: readonly ReceivedDelivery[]): readonly string[] {
  const byDelivery = Map.groupBy(listRetries(deliveries), ({ refused }) => refused.identity);
  return limitSentences(
    [...byDelivery].map(([identity, retries]) => {
      const steps = retries.map(({ refused: { answer }, pauseMs }) => {
        const retryAfter = answer.retryAfterSeconds === undefined ? '' : `, Retry-After: ${answer.retryAfterSeconds}`;
        return `${(pauseMs / 1000).toFixed(1)} s after ${answer.status ?? 'no response'}${retryAfter}`;
      });
      return `${identity} was retried ${steps.join(', then ')}`;
    }),
  );
}

/** Lists the order of arrival of the events of each incident. */
const describeOrders = (deliveries: readonly ReceivedDelivery[]): readonly string[] =>
  limitSentences(
    groupByIncident(deliveries)
      .filter((turns) => turns.length > 1)
      .map((turns) => {
        const numbers = turns.map(({ sequence }) => sequence);
        const isInOrder = numbers.every((number, index) => number > (numbers[index - 1] ?? 0));
        const [{ incident } = { incident: '' }] = turns;
        return `events of ${incident} arrived ${isInOrder ? 'in order' : 'out of order, which receivers must expect'}: ${numbers.join(', ')}`;
      }),
  );

/** Lists requests that the checks ignore. */
function describeIgnored({ requests, deliveries }: SenderCheckInput): readonly string[] {
  const broken = requests.filter(({ isWhole }) => !isWhole).length;
  const unmarked = deliveries.filter(({ isSample, isTest }) => isSample && !isTest);
  const names = [...new Set(unmarked.map(({ eventName }) => `"${eventName}"`))];
  return [
    ...(broken === 0
      ? []
      : [`${pluralize(broken, 'request')} too long to store, or incomplete: signatures not checked`]),
    ...(names.length === 0
      ? []
      : [`${names.slice(0, MOST_OF_A_KIND).join(', ')} treated as a sample, not as an event`]),
  ];
}

function limitSentences(sentences: readonly string[]): readonly string[] {
  const rest = sentences.length - MOST_OF_A_KIND;
  return rest <= 0 ? sentences : [...sentences.slice(0, MOST_OF_A_KIND), `and ${rest} more`];
}
