import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { request } from '../../api/request.ts';
import type { Attempt, DeliveryDetail, Destination, Inbox } from '../../api/types.ts';
import { readInboxToken } from '../../format/inbox-token.ts';
import { shortenText, splitSignedText } from '../../format/signature-parts.ts';
import { Hint, Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';

export interface SignatureViewProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt;
  readonly destination: Destination | undefined;
}

/** Takes the signature of an attempt apart: the signed text, the secret, and the header. */
export function SignatureView({ delivery, attempt, destination }: SignatureViewProps) {
  const path = `/sandbox/deliveries/${delivery.delivery_id}/explain`;
  const explained = useResource(`${path} ${attempt.number}`, () =>
    request<SandboxSchemas['ExplainedDelivery']>(path, { method: 'POST', body: { attempt: attempt.number } }),
  );
  return (
    <section class="stack-tight">
      <h3>Signature</h3>
      <Loaded of={explained}>
        {({ signed }) => {
          const { id, timestamp, body } = splitSignedText(signed.content);
          return (
            <div class="signature">
              <div class="signature-text mono">
                <span class="signature-part signature-id">
                  <small>webhook-id</small>
                  {id}
                </span>
                <b>.</b>
                <span class="signature-part signature-time">
                  <small>webhook-timestamp</small>
                  {timestamp}
                </span>
                <b>.</b>
                <span class="signature-part signature-body">
                  <small>body, to the byte</small>
                  <span class="wrap">{shortenText(body, 120)}</span>
                </span>
              </div>
              {attempt.request.signing.signatures.map(({ fingerprint, signature }) => (
                <div key={signature} class="signature-row">
                  <span>
                    HMAC-SHA256 with the secret of the fingerprint <code>{fingerprint}</code>
                  </span>
                  <span aria-hidden="true">→</span>
                  <code class="wrap">webhook-signature: {signature}</code>
                </div>
              ))}
            </div>
          );
        }}
      </Loaded>
      {destination?.kind === 'inbox' ? (
        <InboxVerdict delivery={delivery} attempt={attempt} destination={destination} />
      ) : null}
    </section>
  );
}

/** The result of the inbox, which verified the signature. */
function InboxVerdict({ delivery, attempt, destination }: SignatureViewProps & { readonly destination: Destination }) {
  const path = `/sandbox/inbox/${readInboxToken(destination)}`;
  const inbox = useResource(path, () => request<Inbox>(path));
  const message = inbox.data?.messages.find(
    ({ headers }) =>
      headers['x-sandbox-delivery'] === delivery.delivery_id && headers['x-sandbox-attempt'] === String(attempt.number),
  );
  if (message === undefined) return null;
  const { verified, message: text } = message.signature;
  return (
    <Hint tone={verified ? 'good' : 'bad'}>
      <strong>{verified ? 'The receiver verified the signature.' : 'The receiver rejected the signature.'}</strong>{' '}
      {text}
    </Hint>
  );
}
