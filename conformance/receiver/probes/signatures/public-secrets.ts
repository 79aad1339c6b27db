import { decodeSecret } from '../../../webhooks/secret.ts';
import type { Probe, ProbeContext } from '../../core/probe.ts';
import { createProbeDelivery, type OutgoingDelivery, replaceSignatures } from '../../sending/outgoing-delivery.ts';
import { FORGED } from './forgeries.ts';

/** Secrets of documentations, which receivers copy as a default value. None of them protects anything. */
export const SAMPLE_SECRETS: Readonly<Record<string, string>> = {
  'the secret in the guide of fleetkit': 'whsec_secw+/+/gg7bcJVq7xV0KrRcRr9oxQ8OAIkR3HJy7W5hpRo/lAhUxkUTxyiCOggI7go=',
  'the secret in the documentation of Standard Webhooks': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

/** Words that configurations contain instead of a secret. */
const WORDS = ['none', 'null', 'undefined', 'secret', 'changeme', 'test', 'whsec_'];

/** Returns the keys that a receiver may have by mistake, except its own. */
function listPublicKeys({ scheme, secret }: ProbeContext): [name: string, key: Buffer][] {
  const own = decodeSecret(scheme.secretForm, secret);
  const keys = [
    ...Object.entries(SAMPLE_SECRETS).map(([name, sample]): [string, Buffer] => [
      name,
      scheme.secretForm === 'text' ? Buffer.from(sample) : decodeSecret('whsec', sample),
    ]),
    ...WORDS.flatMap((word): [string, Buffer][] => [
      [`the word ${word}`, Buffer.from(word)],
      [`the word ${word}, decoded as base64`, Buffer.from(word, 'base64')],
    ]),
    ['32 zero bytes', Buffer.alloc(32)] as [string, Buffer],
  ];
  return keys.filter(([, key]) => key.length > 0 && !key.equals(own));
}

/** Returns a delivery that is signed with a key. */
const signWithKey = (context: ProbeContext, name: string, key: Buffer): OutgoingDelivery =>
  createProbeDelivery(
    { ...context, scheme: { ...context.scheme, secretForm: 'base64' } },
    context.eventOfAnyType(`public-secret ${name}`),
    { secrets: [key.toString('base64')] },
  );

/** Deliveries that are signed with a secret that anyone can know, or not at all. */
export const publicSecretProbes: readonly Probe[] = [
  {
    id: 'public-secret',
    title: 'Deliveries signed with the secret of a documentation, or with a word, or with the signature none',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler has a default for a secret that is not configured, or accepts it in addition to its own.',
      line: "const secret = process.env.WEBHOOK_SECRET ?? 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'",
      instead: "if (!process.env.WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET is not set')",
    },
    steps(context) {
      const { scheme } = context;
      const unsigned = createProbeDelivery(context, context.eventOfAnyType('public-secret none'));
      return [
        ...listPublicKeys(context).map(([name, key]) => ({
          delivery: signWithKey(context, name, key),
          expects: 'refused' as const,
          name,
        })),
        ...[`${scheme.prefix}none`, 'none'].map((signature) => ({
          delivery: replaceSignatures(unsigned, scheme, [signature]),
          expects: 'refused' as const,
          name: `the signature ${signature}`,
        })),
      ];
    },
  },
];
