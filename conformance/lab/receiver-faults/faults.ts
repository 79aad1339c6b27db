/** A fault that a receiver can have. */
export interface ReceiverFault {
  /** The fault, as a sentence. */
  readonly title: string;
  /**
   * The probes that detect it: exactly these, or these and others that fail as a consequence. Or the diagnosis, if the
   * receiver rejects even an ordinary delivery.
   */
  readonly detection:
    | { readonly only: readonly string[] }
    | { readonly atLeast: readonly string[] }
    | { readonly diagnosis: RegExp };
}

const detectedBy = (title: string, ...only: readonly string[]): ReceiverFault => ({ title, detection: { only } });
const detectedByAtLeast = (title: string, ...probes: readonly string[]): ReceiverFault => ({
  title,
  detection: { atLeast: probes },
});
const diagnosedAs = (title: string, diagnosis: RegExp): ReceiverFault => ({ title, detection: { diagnosis } });

/** Every probe that sends a delivery that must be refused. */
const REFUSALS = [
  ...['tampered-body', 'wrong-secret', 'other-id', 'no-id', 'no-signature', 'empty-signature', 'bare-prefix'],
  ...[
    'cut-signature',
    'empty-key',
    'unknown-version-only',
    'stale',
    'future',
    'no-timestamp',
    'renewed-time',
    'two-times',
  ],
  ...['forged-repeat', 'forged-first'],
];

/** Every fault of the faulty receiver by name, with the probes or the diagnosis that must detect it. */
export const receiverFaults = {
  'accepts-when-unsigned': detectedBy('A delivery without a signature header is accepted', 'no-signature'),
  'accepts-no-signatures': detectedBy('A signature header without signatures is accepted', 'empty-signature'),
  'answers-410': detectedBy('An invalid delivery gets status 410', ...REFUSALS),
  'answers-late': detectedBy('The response waits for the work to finish', 'answers-fast'),
  'body-from-latin1': detectedBy('The body is decoded as Latin-1', 'non-ascii', 'odd-spacing', 'split-letter'),
  'body-in-texts': detectedBy('Each chunk of the body is decoded separately', 'split-letter'),
  'body-limit': detectedBy('Bodies larger than 10 KB are refused', 'large-body'),
  'body-must-hurry': detectedByAtLeast('A body that arrives slowly is refused', 'split-letter', 'slow-body'),
  'body-rewritten': detectedBy('The body is parsed and serialised again before verification', 'odd-spacing'),
  'body-only-signed': diagnosedAs('The signature covers only the body', /body alone/),
  'body-respaced': diagnosedAs('The body is serialised again with the spacing of Python', /as Python does/),
  'checks-nothing': detectedBy('No signature is verified', ...REFUSALS),
  'checks-prefix-only': detectedBy(
    'Every signature that begins with v1 is accepted',
    'tampered-body',
    'wrong-secret',
    'other-id',
    'bare-prefix',
    'cut-signature',
    'empty-key',
    'renewed-time',
    'unknown-version-beside',
    'forged-repeat',
    'forged-first',
  ),
  'accepts-an-empty-key': detectedBy('A signature made with an empty key is accepted', 'empty-key'),
  'ids-with-their-time': detectedBy('A retry with a new timestamp counts as a new event', 'one-effect'),
  'members-by-position': detectedBy('The id is expected as the first member', 'member-order'),
  'resolved-refused': detectedBy('Events of resolved incidents are refused', 'every-type'),
  'reveals-the-signature': detectedBy('A rejection contains the expected signature', 'reveals-nothing'),
  'closed-schema': detectedBy('Unknown members are refused', 'unknown-member'),
  'compares-beginnings': detectedBy('A prefix of the correct signature is accepted', 'bare-prefix', 'cut-signature'),
  'connection-dropped': detectedBy('An invalid delivery closes the connection', ...REFUSALS, 'reveals-nothing'),
  'digest-in-hex': diagnosedAs('Signatures are compared in hexadecimal', /hexadecimal/),
  'first-signature-only': detectedBy(
    'Only the first signature is verified',
    'right-signature-last',
    'unknown-version-beside',
  ),
  'forgets-ids': detectedBy('Repeated deliveries are processed again', 'one-effect'),
  'future-allowed': detectedBy('Timestamps in the future are accepted', 'future'),
  'header-case-matters': detectedBy('Header names are matched with case', 'header-case'),
  'id-from-body': detectedBy('The id is taken from the body instead of the signed header', 'other-id', 'no-id'),
  'known-types-only': detectedBy('Unknown event types are refused', 'unknown-type'),
  'last-signature-only': detectedBy('Only the last signature is verified', 'right-signature-first'),
  'locks-up': detectedByAtLeast('After a forged delivery, every delivery is refused', 'still-there'),
  'milliseconds-expected': diagnosedAs('The timestamp is parsed as milliseconds', /milliseconds/),
  'never-old': detectedBy('The timestamp is not checked', 'stale', 'future'),
  'never-old-without-time': detectedBy(
    'A missing timestamp is signed as an empty string and not checked',
    'no-timestamp',
  ),
  'only-terminal-events': detectedBy('Events without a terminal are refused', 'every-type'),
  'remembers-too-soon': detectedBy('Ids are stored before verification', 'forged-first'),
  'repeats-before-check': detectedBy('Repeated ids are accepted before verification', 'forged-repeat'),
  'repeats-refused': detectedBy('Repeated deliveries are refused', 'same-id-twice'),
  'secret-undecoded': diagnosedAs('The secret is used without decoding', /decode the base64/),
  'secret-without-mark-undecoded': diagnosedAs(
    'The part of the secret after whsec_ is used without decoding',
    /text after whsec_/,
  ),
  'strict-media-type': detectedBy('A charset in the media type is refused', 'charset'),
  'takes-get': detectedBy('Any method is accepted', 'get'),
  'throws-at-lengths': detectedBy('A signature of unexpected length causes status 500', 'bare-prefix', 'cut-signature'),
  'throws-when-wrong': detectedBy('An invalid delivery causes status 500', ...REFUSALS),
  'time-left-unsigned': detectedBy('The timestamp is not covered by the signature', 'renewed-time'),
  'time-read-twice': detectedBy('Of two timestamps, the last is checked and the first is verified', 'two-times'),
  'tolerance-narrow': detectedBy('The tolerance is five seconds', 'rather-old', 'fast-clock'),
  'tolerance-wide': detectedBy('The tolerance is in milliseconds instead of seconds', 'stale', 'future'),
  'trips-over-data': detectedBy('Data without members cause status 500', 'empty-data'),
  'version-ignored': detectedBy('The version prefix of a signature is ignored', 'unknown-version-only'),
  'version-must-be-known': detectedBy(
    'An unknown signature version causes an error',
    'empty-signature',
    'unknown-version-only',
    'unknown-version-beside',
  ),
} as const satisfies Readonly<Record<string, ReceiverFault>>;

/** The name of a fault. */
export type ReceiverFaultName = keyof typeof receiverFaults;
