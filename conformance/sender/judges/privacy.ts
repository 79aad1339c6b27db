import { createKeyDetector } from '../../http/redaction.ts';
import { findForbiddenData } from '../../oracles/card-data.ts';
import type { Delivery } from '../delivery.ts';
import { each, type Judge, notApplicable } from '../judge.ts';

/** What a delivery must not give away. */
export const privacyJudges: readonly Judge[] = [
  {
    id: 'privacy/no-foreign-data',
    title: 'Nothing of another tenant is delivered',
    level: 'must',
    rule: 'service.tenant_scoped',
    judge({ everything, canaries }) {
      if (canaries.length === 0) return notApplicable('no --canary was given, which is a text of another tenant');
      return each(everything, 'no text that marks another tenant', (delivery) => {
        const text = wholeTextOf(delivery).toLowerCase();
        const place = canaries.findIndex((canary) => text.includes(canary.toLowerCase()));
        return place < 0 ? undefined : `the text of --canary ${place + 1}`;
      });
    },
  },
  {
    id: 'privacy/no-card-data',
    title: 'No delivery holds a card number, track data, a PIN block or key material',
    level: 'advice',
    rule: 'privacy.no_card_data',
    judge: ({ everything }) =>
      each(everything, 'no card data', (delivery) => {
        const [leak] = findForbiddenData(`${delivery.path}\n${decoded(delivery)}`, delivery.json);
        return leak === undefined ? undefined : `${leak.kind} ${leak.masked} in ${leak.where}`;
      }),
  },
  {
    id: 'privacy/no-secret',
    title: 'No delivery repeats the secret it is signed with',
    level: 'advice',
    rule: { text: 'Who sees a delivery cannot sign the next one.', section: 'good practice' },
    judge({ everything, secrets }) {
      const repeatsOne = createKeyDetector(secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]));
      return each(everything, 'no secret in headers, path or body', (delivery) => {
        const text = wholeTextOf(delivery);
        if (repeatsOne(text)) return 'the secret of the destination';
        return /\bwhsec_[A-Za-z0-9+/]{24,}/.test(text) ? 'a text that begins with whsec_, as secrets do' : undefined;
      });
    },
  },
];

/** The body, whatever its bytes are. */
const decoded = ({ body }: Delivery): string => new TextDecoder().decode(body);

/** Path, headers and body. */
const wholeTextOf = (delivery: Delivery): string =>
  [delivery.path, ...delivery.headers.map(([name, value]) => `${name}: ${value}`), decoded(delivery)].join('\n');
