import { parse } from 'yaml';
import { ConfigFault } from '../config/config.ts';
import { members, oneOf, onlyMembers, text } from '../config/values.ts';
import { hasTime, SCHEMES, type SchemeName, type SignatureScheme } from './scheme.ts';

const LARGEST = 100_000;
const NAMES = Object.keys(SCHEMES) as SchemeName[]; // the record's own keys
const UNITS = ['s', 'ms'] as const;
const MEMBERS = [
  'like',
  'id_header',
  'timestamp_header',
  'timestamp_prefix',
  'timestamp_unit',
  'signature_header',
  'prefix',
  'separator',
  'encoding',
  'hash',
  'signed_content',
  'secret_form',
];

/**
 * Parses a scheme from JSON or YAML. Missing members default to the scheme that `like` names, or else to that of the
 * contract; `null` means that deliveries have no such part. A problem names the member.
 */
export function loadScheme(
  source: string,
  fileName: string,
): { readonly scheme: SignatureScheme } | { readonly problem: string } {
  if (source.length > LARGEST) return { problem: `${fileName}: larger than ${LARGEST} characters` };
  let value: unknown;
  try {
    value = parse(source, { maxAliasCount: 20 });
  } catch {
    return { problem: `${fileName}: neither JSON nor YAML` };
  }
  try {
    return { scheme: schemeFrom(value, fileName) };
  } catch (thrown) {
    if (!(thrown instanceof ConfigFault)) throw thrown;
    const place = thrown.isAboutName || thrown.path.length === 0 ? '' : `${thrown.path.join('.')} `;
    return { problem: `${fileName}: ${place}${thrown.message}` };
  }
}

function schemeFrom(value: unknown, name: string): SignatureScheme {
  const given = members(value, [], 'signature_header: x-acme-signature');
  onlyMembers(given, MEMBERS, []);
  const base: SignatureScheme = SCHEMES[choice(given, 'like', NAMES, 'standard-webhooks')];
  const scheme: SignatureScheme = {
    name,
    idHeader: headerOrNull(given, 'id_header', base.idHeader),
    timestampHeader: headerOrNull(given, 'timestamp_header', base.timestampHeader),
    timestampPrefix: textOrNull(given, 'timestamp_prefix', base.timestampPrefix, 't='),
    timestampUnit: given.timestamp_unit === null ? null : choice(given, 'timestamp_unit', UNITS, base.timestampUnit),
    signatureHeader:
      headerOrNull(given, 'signature_header', base.signatureHeader) ?? refuse('signature_header', 'is required'),
    prefix: given.prefix === '' ? '' : (textOrNull(given, 'prefix', base.prefix, 'v1,') ?? ''),
    separator: textOrNull(given, 'separator', base.separator, '" "'),
    encoding: choice(given, 'encoding', ['base64', 'base64url', 'hex'], base.encoding),
    hash: choice(given, 'hash', ['sha1', 'sha256', 'sha512'], base.hash),
    signedContent: textOrNull(given, 'signed_content', base.signedContent, '"{id}.{timestamp}.{body}"') ?? '',
    secretForm: choice(given, 'secret_form', ['whsec', 'base64', 'hex', 'text'], base.secretForm),
  };
  return consistent(scheme);
}

/** Returns the scheme if its members are consistent. Throws a `ConfigFault` otherwise. */
function consistent(scheme: SignatureScheme): SignatureScheme {
  const { idHeader, timestampHeader, timestampPrefix, timestampUnit, prefix, separator, signedContent } = scheme;
  const placeholders = [...signedContent.matchAll(/\{[^{}]*\}/g)].map(([one]) => one);
  const unknown = placeholders.find((one) => !['{id}', '{timestamp}', '{body}'].includes(one));
  if (unknown !== undefined) refuse('signed_content', `may contain {id}, {timestamp} and {body}, not ${unknown}`);
  if (placeholders.filter((one) => one === '{body}').length !== 1)
    refuse('signed_content', 'must contain {body} exactly once');
  if (placeholders.includes('{id}') && idHeader === null)
    refuse('signed_content', 'contains {id}, but id_header is null');
  if (placeholders.includes('{timestamp}') && !hasTime(scheme))
    refuse('signed_content', 'contains {timestamp}, but timestamp_header and timestamp_prefix are null');
  if (timestampHeader !== null && timestampPrefix !== null)
    refuse('timestamp_prefix', 'is for a timestamp in the signature header; set timestamp_header to null');
  if (hasTime(scheme) && timestampUnit === null)
    refuse('timestamp_unit', 'must be s or ms if the scheme has a timestamp');
  if (timestampPrefix !== null && separator === null)
    refuse('separator', 'is required to separate the timestamp from the signatures');
  if (timestampPrefix !== null && prefix.startsWith(timestampPrefix))
    refuse('prefix', 'must not begin with timestamp_prefix: a signature would be parsed as a timestamp');
  if (separator !== null && (/[\w+/=-]/.test(separator) || prefix.includes(separator)))
    refuse('separator', 'must consist of characters that occur neither in signatures nor in prefix');
  const headers = [idHeader, timestampHeader, scheme.signatureHeader].flatMap((header) => header?.toLowerCase() ?? []);
  if (new Set(headers).size < headers.length)
    refuse('signature_header', 'must differ from id_header and timestamp_header');
  return hasTime(scheme) ? scheme : { ...scheme, timestampUnit: null };
}

type Given = ReturnType<typeof members>;

function refuse(member: string, message: string): never {
  throw new ConfigFault(message, [member]);
}

function choice<Word extends string, Other>(
  given: Given,
  member: string,
  known: readonly Word[],
  otherwise: Other,
): Word | Other {
  return given[member] === undefined ? otherwise : oneOf(known, given[member], [member]);
}

function textOrNull(given: Given, member: string, otherwise: string | null, example: string): string | null {
  const value = given[member];
  if (value === undefined || value === null) return value === null ? null : otherwise;
  return text(value, [member], example);
}

function headerOrNull(given: Given, member: string, otherwise: string | null): string | null {
  const name = textOrNull(given, member, otherwise, 'x-acme-signature');
  if (name !== null && !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) refuse(member, `must be a header name, not "${name}"`);
  return name;
}
