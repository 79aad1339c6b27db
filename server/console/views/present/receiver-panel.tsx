import { readDelivery, readDestinations } from '../../api/deliveries.ts';
import { request } from '../../api/request.ts';
import type { Attempt, DeliveryDetail, Destination, Inbox } from '../../api/types.ts';
import { summariseAttempt } from '../../format/failure-reason.ts';
import { readInboxToken } from '../../format/inbox-token.ts';
import { formatMilliseconds } from '../../format/time.ts';
import { toneOfStatus } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { Ahead } from './ahead.tsx';

/** A receiver in a few lines, with the library standardwebhooks. */
const PROGRAM = `const webhook = new Webhook(secret);

export async function POST(request) {
  const body = await request.text();
  const headers = Object.fromEntries(request.headers);
  const event = webhook.verify(body, headers);
  await handle(event);
  return new Response(null, { status: 200 });
}`;

/** The receiver: its code, the result of verifying the signature, and its response. */
export function ReceiverPanel({ deliveryId }: { readonly deliveryId: string | undefined }) {
  return (
    <section class="present-panel" aria-label="Receiver">
      <h2>Receiver</h2>
      <pre tabIndex={0} role="region" aria-label="Code of a receiver">
        {PROGRAM}
      </pre>
      {deliveryId === undefined ? (
        <Ahead icon="check" title="The answer appears here">
          The receiver verifies the signature with this code. Its result and its response follow each request.
        </Ahead>
      ) : (
        <Answer id={deliveryId} />
      )}
    </section>
  );
}

function Answer({ id }: { readonly id: string }) {
  const loaded = useResource(`answer ${id}`, async () => {
    const [delivery, destinations] = await Promise.all([readDelivery(id), readDestinations()]);
    const destination = destinations.find((one) => one.destination_id === delivery.destination_id);
    return { delivery, inbox: destination?.kind === 'inbox' ? await readInbox(destination) : undefined };
  });
  return (
    <Loaded of={loaded}>
      {({ delivery, inbox }) => {
        const attempt = delivery.attempts.at(-1);
        if (attempt === undefined) return <p class="secondary">Waits for a request.</p>;
        return (
          <div class="present-answer" role="status">
            <Verdict delivery={delivery} attempt={attempt} inbox={inbox} />
            <p>
              <Badge tone={attempt.error === null ? 'good' : toneOfStatus(attempt.response?.status ?? null)}>
                {summariseAttempt(attempt)}
              </Badge>{' '}
              <small class="figure">{formatMilliseconds(attempt.timings_ms.total)} real time</small>
            </p>
          </div>
        );
      }}
    </Loaded>
  );
}

const readInbox = (destination: Destination): Promise<Inbox> =>
  request(`/sandbox/inbox/${readInboxToken(destination)}`);

interface VerdictProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt;
  readonly inbox: Inbox | undefined;
}

/** The inbox of the sandbox verifies each signature. Other receivers do not report their result. */
function Verdict({ delivery, attempt, inbox }: VerdictProps) {
  const message = inbox?.messages.find(
    ({ headers }) =>
      headers['x-sandbox-delivery'] === delivery.delivery_id && headers['x-sandbox-attempt'] === String(attempt.number),
  );
  if (message === undefined) return null;
  const { verified } = message.signature;
  return (
    <p>
      <Badge tone={verified ? 'good' : 'bad'}>{verified ? 'Signature verified' : 'Signature not verified'}</Badge>
    </p>
  );
}
