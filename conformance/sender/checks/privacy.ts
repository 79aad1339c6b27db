import { createKeyDetector } from '../../http/redaction.ts';
import { findForbiddenData } from '../../reading/card-data.ts';
import { checkEach, notApplicable, type SenderCheck } from '../core/check.ts';
import type { ReceivedDelivery } from '../core/received-delivery.ts';

/** Checks that deliveries contain no secrets and no data of other tenants. */
export const privacyChecks: readonly SenderCheck[] = [
  {
    id: 'privacy/no-foreign-data',
    title: 'Deliveries contain no data of other tenants',
    level: 'must',
    rule: 'service.tenant_scoped',
    evaluate({ requests, canaries }) {
      if (canaries.length === 0)
        return notApplicable('only checked with --canary, a text that occurs only in data of another tenant');
      return checkEach(requests, 'no canary of another tenant', (delivery) => {
        const text = joinText(delivery).toLowerCase();
        const place = canaries.findIndex((canary) => text.includes(canary.toLowerCase()));
        return place < 0 ? undefined : `canary ${place + 1}`;
      });
    },
  },
  {
    id: 'privacy/no-card-data',
    title: 'No delivery contains a card number, track data, a PIN block or key material',
    level: 'advice',
    // the document states this for transaction responses, and an event is none
    rule: { text: 'Events reach systems that may not store card data.', section: 'good practice' },
    evaluate: ({ requests }) =>
      checkEach(requests, 'no card data', (delivery) => {
        const [leak] = findForbiddenData(`${delivery.path}\n${decodeBody(delivery)}`, delivery.json);
        return leak === undefined ? undefined : `${leak.kind} ${leak.masked} in ${leak.where}`;
      }),
  },
  {
    id: 'privacy/no-secret',
    title: 'No delivery contains the secret that signs it',
    level: 'advice',
    rule: { text: 'A delivery does not reveal how to sign other deliveries.', section: 'good practice' },
    evaluate({ requests, secrets }) {
      const repeatsOne = createKeyDetector(secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]));
      return checkEach(requests, 'no secret in headers, path or body', (delivery) => {
        const text = joinText(delivery);
        if (repeatsOne(text)) return 'the secret of the destination';
        return /\bwhsec_[A-Za-z0-9+/]{24,}/.test(text) ? 'a text that starts with whsec_, like a secret' : undefined;
      });
    },
  },
];

/** Decodes the body; invalid bytes become replacement characters. */
const decodeBody = ({ body }: ReceivedDelivery): string => new TextDecoder().decode(body);

/** Joins path, headers and body. */
const joinText = (delivery: ReceivedDelivery): string =>
  [delivery.path, ...delivery.headers.map(([name, value]) => `${name}: ${value}`), decodeBody(delivery)].join('\n');
