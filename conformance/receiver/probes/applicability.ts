import { hasTimestamp, type SignatureScheme } from '../../webhooks/scheme.ts';

/* Each function returns the reason why a probe does not apply to a signature scheme, or `undefined` if it applies. */

type Applicability = (scheme: SignatureScheme) => string | undefined;

/** For probes of the timestamp. */
export const needsTime: Applicability = (scheme) =>
  hasTimestamp(scheme) ? undefined : 'the scheme sends no timestamp';

/** For probes of a signed timestamp. */
export const needsSignedTime: Applicability = (scheme) =>
  needsTime(scheme) ??
  (scheme.signedContent.includes('{timestamp}') ? undefined : 'the scheme does not sign the timestamp');

/** For probes of a separate timestamp header. */
export const needsTimeHeader: Applicability = (scheme) =>
  scheme.timestampHeader === null ? 'the scheme has no timestamp header' : needsSignedTime(scheme);

/** For probes of a signed id. */
export const needsSignedId: Applicability = (scheme) =>
  scheme.signedContent.includes('{id}') ? undefined : 'the scheme does not sign the id';

/** For probes of duplicates, which a receiver detects by id. */
export const needsId: Applicability = (scheme) => (scheme.idHeader === null ? 'the scheme sends no id' : undefined);

/** For probes of the signature prefix. */
export const needsPrefix: Applicability = ({ prefix }) =>
  prefix === '' ? 'the scheme has no signature prefix' : undefined;

/** For probes of the letters of base64. */
export const needsBase64: Applicability = ({ encoding }) =>
  encoding === 'hex' ? 'the scheme does not encode signatures in base64' : undefined;

/** For probes of several signatures in one header. */
export const needsSeveral: Applicability = ({ separator }) =>
  separator === null ? 'the scheme allows only one signature' : undefined;

/** Returns the prefix of an unknown version: `v1a,` for `v1,`; with another ending, `v10,` or `v1b,`. */
export const toUnknownPrefix = ({ prefix }: SignatureScheme, ending = 'a'): string =>
  prefix.replace(/(?<!\W)(?=\W*$)/, ending);

/** Returns the prefix of another unknown version: `v2,` for `v1,`. */
export const toOtherPrefix = ({ prefix }: SignatureScheme): string =>
  prefix.replace(/\w(?=\W*$)/, (last) => (last === '2' ? '3' : '2'));
