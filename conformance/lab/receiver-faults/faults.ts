/** A way in which a receiver can be wrong. */
export interface ReceiverFault {
  /** What is wrong, as a sentence. */
  readonly title: string;
  /**
   * The probes that notice: just these, or these and others that meet the consequences. Or what the diagnosis says, where
   * not even an ordinary delivery is taken.
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

/** Every probe in which something is to be refused. */
const REFUSALS = [
  ...['tampered-body', 'wrong-secret', 'other-id', 'no-id', 'no-signature', 'empty-signature', 'bare-prefix'],
  ...['cut-signature', 'unknown-version-only', 'stale', 'future', 'no-timestamp', 'renewed-time', 'two-times'],
  ...['forged-repeat', 'forged-first'],
];

/** Every fault of the planted receiver by its name, with what has to find it. */
export const faults = {
  'accepts-when-unsigned': by('A delivery without a signature is not checked', 'no-signature'),
  'accepts-no-signatures': by('A header without signatures has none that is wrong', 'empty-signature'),
  'answers-410': by('What is not right is answered with 410', ...REFUSALS),
  'answers-late': by('The work is done before the answer', 'answers-fast'),
  'body-from-latin1': by('The body is read as Latin-1', 'non-ascii', 'odd-spacing', 'split-letter'),
  'body-in-texts': by('Each piece of the body becomes text on its own', 'split-letter'),
  'body-limit': by('Bodies of more than 10 KB are too large', 'large-body'),
  'body-must-hurry': amongOthers('A body that is not there at once is given up', 'split-letter', 'slow-body'),
  'body-rewritten': by('The body is parsed and written again', 'odd-spacing'),
  'body-only-signed': named('The signature is worked out from the body alone', /body alone/),
  'body-respaced': named('The body is written again as Python does', /as Python does/),
  'checks-nothing': by('No signature is looked at', ...REFUSALS),
  'checks-prefix-only': by(
    'A signature counts that begins with v1',
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
  'compares-beginnings': by('A part of the right signature is enough', 'bare-prefix', 'cut-signature'),
  'connection-dropped': by('What is not right ends the connection', ...REFUSALS),
  'digest-in-hex': named('Digests are compared in hexadecimal', /hexadecimal/),
  'first-signature-only': by('Only the first signature counts', 'right-signature-last', 'unknown-version-beside'),
  'forgets-ids': by('Repeats are worked on again', 'one-effect'),
  'future-allowed': by('Times ahead are not looked at', 'future'),
  'header-case-matters': by('Headers are looked up by their letters', 'header-case'),
  'id-from-body': by('The id in the body is taken for the one that was signed', 'other-id', 'no-id'),
  'known-types-only': by('Unknown types are refused', 'unknown-type'),
  'last-signature-only': by('Only the last signature counts', 'right-signature-first'),
  'locks-up': amongOthers('After a forged delivery nothing is taken any more', 'still-there'),
  'milliseconds-expected': named('The time is taken for milliseconds', /milliseconds/),
  'never-old': by('The time is not looked at', 'stale', 'future'),
  'never-old-without-time': by('A missing time is signed as nothing and not looked at', 'no-timestamp'),
  'only-terminal-events': by('Events without a terminal are refused', 'every-type'),
  'remembers-too-soon': by('Ids are remembered before the check', 'forged-first'),
  'repeats-before-check': by('Repeats are answered before the check', 'forged-repeat'),
  'repeats-refused': by('Repeats are refused', 'same-id-twice'),
  'secret-undecoded': named('The secret is used as it is written', /decode the base64/),
  'secret-without-mark-undecoded': named('What stands behind whsec_ is used as it is written', /text after whsec_/),
  'strict-media-type': by('A charset in the media type is refused', 'charset'),
  'takes-get': by('Any method is taken', 'get'),
  'throws-at-lengths': by('A signature of another length is a 500', 'bare-prefix', 'cut-signature'),
  'throws-when-wrong': by('What is not right is a 500', ...REFUSALS),
  'time-left-unsigned': by('The signature of any time counts for the present one', 'renewed-time'),
  'time-read-twice': by('The last time is looked at, the first one is checked', 'two-times'),
  'tolerance-narrow': by('Five seconds are allowed', 'rather-old', 'fast-clock'),
  'tolerance-wide': by('The tolerance is taken for milliseconds', 'stale', 'future'),
  'trips-over-data': by('Data without members is a 500', 'empty-data'),
  'version-ignored': by('What stands before a digest is cut off', 'unknown-version-only'),
  'version-must-be-known': by(
    'An unknown version is an error',
    'empty-signature',
    'unknown-version-only',
    'unknown-version-beside',
  ),
} as const satisfies Readonly<Record<string, ReceiverFault>>;

/** The name of a fault. */
export type FaultName = keyof typeof faults;
