import { hasTimestamp, type SignatureScheme } from '../../webhooks/scheme.ts';

/* Why a probe does not fit a scheme of signatures; `undefined` when it does. */

type Unfit = (scheme: SignatureScheme) => string | undefined;

/** For probes of the time. */
export const needsTime: Unfit = (scheme) => (hasTimestamp(scheme) ? undefined : 'the scheme sends no time');

/** For probes of a time that the signature covers. */
export const needsSignedTime: Unfit = (scheme) =>
  needsTime(scheme) ?? (scheme.signedContent.includes('{timestamp}') ? undefined : 'the scheme does not sign the time');

/** For probes of a time in a header of its own. */
export const needsTimeHeader: Unfit = (scheme) =>
  scheme.timestampHeader === null ? 'the scheme has no header for the time' : needsSignedTime(scheme);

/** For probes of an id that the signature covers. */
export const needsSignedId: Unfit = (scheme) =>
  scheme.signedContent.includes('{id}') ? undefined : 'the scheme does not sign the id';

/** For probes of repeats, which a receiver knows by their id. */
export const needsId: Unfit = (scheme) => (scheme.idHeader === null ? 'the scheme sends no id' : undefined);

/** For probes of what stands before a signature. */
export const needsPrefix: Unfit = ({ prefix }) =>
  prefix === '' ? 'the scheme writes nothing before a signature' : undefined;

/** For probes of several signatures in one header. */
export const needsSeveral: Unfit = ({ separator }) =>
  separator === null ? 'the scheme has room for one signature' : undefined;

/** A prefix like the scheme's, of a version that nobody knows: `v1a,` beside `v1,`. */
export const unknownPrefix = ({ prefix }: SignatureScheme): string => prefix.replace(/(?<!\W)(?=\W*$)/, 'a');
