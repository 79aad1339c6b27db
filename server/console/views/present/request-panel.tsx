import { readDelivery } from '../../api/deliveries.ts';
import { formatJsonText } from '../../format/signature-parts.ts';
import { makeVisible } from '../../format/visible-text.ts';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { Ahead } from './ahead.tsx';

const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** The latest request that the sandbox signed and sent. */
export function RequestPanel({ deliveryId }: { readonly deliveryId: string | undefined }) {
  return (
    <section class="present-panel present-flight" aria-label="Signed request">
      <h2>Signed request</h2>
      {deliveryId === undefined ? (
        <Ahead icon="events" title="The request appears here">
          When the scenario causes an event, the sandbox signs a request and sends it: a path, the headers webhook-id,
          webhook-timestamp and webhook-signature, and the event as JSON.
        </Ahead>
      ) : (
        <SignedRequest id={deliveryId} />
      )}
    </section>
  );
}

function SignedRequest({ id }: { readonly id: string }) {
  const detail = useResource(`delivery ${id}`, () => readDelivery(id));
  return (
    <Loaded of={detail}>
      {({ attempts, body }) => {
        const attempt = attempts.at(-1);
        if (attempt === undefined) return <p class="secondary">Waits for its first attempt.</p>;
        const { url, headers } = attempt.request;
        return (
          <div key={attempt.number} class="present-sent">
            <pre tabIndex={0} role="region" aria-label="Request as it was sent">
              {`POST ${url === null ? '(listener)' : new URL(url).pathname}\n`}
              {SIGNED_HEADERS.map((name) => (
                <>
                  <b key={name}>{name}</b>
                  {`: ${headers[name] ?? ''}\n`}
                </>
              ))}
              {`\n${body === null ? '(expired)' : makeVisible(formatJsonText(body))}`}
            </pre>
          </div>
        );
      }}
    </Loaded>
  );
}
