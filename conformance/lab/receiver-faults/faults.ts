/** A fault that a receiver can have. */
export interface ReceiverFault {
  /** The fault, as a sentence. */
  readonly title: string;
  /**
   * The probes that detect it: exactly these, or these and others that fail as a consequence. Or the diagnosis, if the
   * receiver rejects even an ordinary delivery.
   */
  readonly found:
    | { readonly just: readonly string[] }
    | { readonly amongOthers: readonly string[] }
    | { readonly diagnosis: RegExp };
}

const by = (title: string, ...just: readonly string[]): ReceiverFault => ({ title, found: { just } });
const amongOthers = (title: string, ...probes: readonly string[]): ReceiverFault => ({
  title,
  found: { amongOthers: probes },
});
const named = (title: string, diagnosis: RegExp): ReceiverFault => ({ title, found: { diagnosis } });

/** Every probe that sends a delivery that must be refused. */
const REFUSALS = [
  ...['tampered-body', 'wrong-secret', 'other-id', 'no-id', 'no-signature', 'empty-signature', 'bare-prefix'],
  ...['cut-signature', 'unknown-version-only', 'stale', 'future', 'no-timestamp', 'renewed-time', 'two-times'],
  ...['forged-repeat', 'forged-first'],
];

/** Every fault of the faulty receiver by name, with the probes or the diagnosis that must detect it. */
export const faults = {
  'accepts-when-unsigned': by('A delivery without a signature header is accepted', 'no-signature'),
  'accepts-no-signatures': by('A signature header without signatures is accepted', 'empty-signature'),
  'answers-410': by('An invalid delivery gets status 410', ...REFUSALS),
  'answers-late': by('The response waits for the work to finish', 'answers-fast'),
  'body-from-latin1': by('The body is decoded as Latin-1', 'non-ascii', 'odd-spacing', 'split-letter'),
  'body-in-texts': by('Each chunk of the body is decoded separately', 'split-letter'),
  'body-limit': by('Bodies larger than 10 KB are refused', 'large-body'),
  'body-must-hurry': amongOthers('A body that arrives slowly is refused', 'split-letter', 'slow-body'),
  'body-rewritten': by('The body is parsed and serialised again before verification', 'odd-spacing'),
  'body-only-signed': named('The signature covers only the body', /body alone/),
  'body-respaced': named('The body is serialised again with the spacing of Python', /as Python does/),
  'checks-nothing': by('No signature is verified', ...REFUSALS),
  'checks-prefix-only': by(
    'Every signature that begins with v1 is accepted',
    'tampered-body',
    'wrong-secret',
    'other-id',
    'bare-prefix',
    'cut-signature',
    'renewed-time',
    'unknown-version-beside',
    'forged-repeat',
    'forged-first',
  ),
  'closed-schema': by('Unknown members are refused', 'unknown-member'),
  'compares-beginnings': by('A prefix of the correct signature is accepted', 'bare-prefix', 'cut-signature'),
  'connection-dropped': by('An invalid delivery closes the connection', ...REFUSALS),
  'digest-in-hex': named('Signatures are compared in hexadecimal', /hexadecimal/),
  'first-signature-only': by('Only the first signature is verified', 'right-signature-last', 'unknown-version-beside'),
  'forgets-ids': by('Repeated deliveries are processed again', 'one-effect'),
  'future-allowed': by('Timestamps in the future are accepted', 'future'),
  'header-case-matters': by('Header names are matched with case', 'header-case'),
  'id-from-body': by('The id is taken from the body instead of the signed header', 'other-id', 'no-id'),
  'known-types-only': by('Unknown event types are refused', 'unknown-type'),
  'last-signature-only': by('Only the last signature is verified', 'right-signature-first'),
  'locks-up': amongOthers('After a forged delivery, every delivery is refused', 'still-there'),
  'milliseconds-expected': named('The timestamp is parsed as milliseconds', /milliseconds/),
  'never-old': by('The timestamp is not checked', 'stale', 'future'),
  'never-old-without-time': by('A missing timestamp is signed as an empty string and not checked', 'no-timestamp'),
  'only-terminal-events': by('Events without a terminal are refused', 'every-type'),
  'remembers-too-soon': by('Ids are stored before verification', 'forged-first'),
  'repeats-before-check': by('Repeated ids are accepted before verification', 'forged-repeat'),
  'repeats-refused': by('Repeated deliveries are refused', 'same-id-twice'),
  'secret-undecoded': named('The secret is used without decoding', /decode the base64/),
  'secret-without-mark-undecoded': named(
    'The part of the secret after whsec_ is used without decoding',
    /text behind whsec_/,
  ),
  'strict-media-type': by('A charset in the media type is refused', 'charset'),
  'takes-get': by('Any method is accepted', 'get'),
  'throws-at-lengths': by('A signature of unexpected length causes status 500', 'bare-prefix', 'cut-signature'),
  'throws-when-wrong': by('An invalid delivery causes status 500', ...REFUSALS),
  'time-left-unsigned': by('The timestamp is not covered by the signature', 'renewed-time'),
  'time-read-twice': by('Of two timestamps, the last is checked and the first is verified', 'two-times'),
  'tolerance-narrow': by('The tolerance is five seconds', 'rather-old', 'fast-clock'),
  'tolerance-wide': by('The tolerance is in milliseconds instead of seconds', 'stale', 'future'),
  'trips-over-data': by('Data without members cause status 500', 'empty-data'),
  'version-ignored': by('The version prefix of a signature is ignored', 'unknown-version-only'),
  'version-must-be-known': by(
    'An unknown signature version causes an error',
    'empty-signature',
    'unknown-version-only',
    'unknown-version-beside',
  ),
} as const satisfies Readonly<Record<string, ReceiverFault>>;

/** The name of a fault. */
export type FaultName = keyof typeof faults;
