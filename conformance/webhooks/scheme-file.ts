import { parse } from 'yaml';
import { isYamlNestedTooDeep, TOO_DEEP } from '../../base/yaml/yaml-nesting.ts';
import { ConfigFault } from '../config/config.ts';
import { parseMembers, parseText, parseWord, rejectUnknownMembers } from '../config/values.ts';
import { hasTimestamp, SCHEMES, type SchemeName, type SignatureScheme } from './scheme.ts';

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
 *
 * @example
 * const loaded = loadScheme(await readFile('scheme.yaml', 'utf8'), 'scheme.yaml');
 */
export function loadScheme(
  source: string,
  fileName: string,
): { readonly scheme: SignatureScheme } | { readonly problem: string } {
  if (source.length > LARGEST) return { problem: `${fileName}: larger than ${LARGEST} characters` };
  if (isYamlNestedTooDeep(source)) return { problem: `${fileName}: ${TOO_DEEP}` };
  let value: unknown;
  try {
    value = parse(source, { maxAliasCount: 20 });
  } catch {
    return { problem: `${fileName}: neither JSON nor YAML` };
  }
  try {
    return { scheme: parseScheme(value, fileName) };
  } catch (thrown) {
    if (!(thrown instanceof ConfigFault)) throw thrown;
    const place = thrown.isAboutName || thrown.path.length === 0 ? '' : `${thrown.path.join('.')} `;
    return { problem: `${fileName}: ${place}${thrown.message}` };
  }
}

function parseScheme(value: unknown, name: string): SignatureScheme {
  const given = parseMembers(value, [], 'signature_header: x-acme-signature');
  rejectUnknownMembers(given, MEMBERS, []);
  const base: SignatureScheme = SCHEMES[parseChoice(given, 'like', { known: NAMES, otherwise: 'standard-webhooks' })];
  const scheme: SignatureScheme = {
    name,
    idHeader: parseHeaderOrNull(given, 'id_header', base.idHeader),
    timestampHeader: parseHeaderOrNull(given, 'timestamp_header', base.timestampHeader),
    timestampPrefix: parseTextOrNull(given, 'timestamp_prefix', { otherwise: base.timestampPrefix, example: 't=' }),
    timestampUnit:
      given.timestamp_unit === null
        ? null
        : parseChoice(given, 'timestamp_unit', { known: UNITS, otherwise: base.timestampUnit }),
    signatureHeader:
      parseHeaderOrNull(given, 'signature_header', base.signatureHeader) ?? reject('signature_header', 'is required'),
    prefix:
      given.prefix === '' ? '' : (parseTextOrNull(given, 'prefix', { otherwise: base.prefix, example: 'v1,' }) ?? ''),
    separator: parseTextOrNull(given, 'separator', { otherwise: base.separator, example: '" "' }),
    encoding: parseChoice(given, 'encoding', { known: ['base64', 'base64url', 'hex'], otherwise: base.encoding }),
    hash: parseChoice(given, 'hash', { known: ['sha1', 'sha256', 'sha512'], otherwise: base.hash }),
    signedContent:
      parseTextOrNull(given, 'signed_content', {
        otherwise: base.signedContent,
        example: '"{id}.{timestamp}.{body}"',
      }) ?? '',
    secretForm: parseChoice(given, 'secret_form', {
      known: ['whsec', 'base64', 'hex', 'text'],
      otherwise: base.secretForm,
    }),
  };
  return checkConsistency(scheme);
}

/** Returns the scheme if its members are consistent. Throws a `ConfigFault` otherwise. */
function checkConsistency(scheme: SignatureScheme): SignatureScheme {
  const { idHeader, timestampHeader, timestampPrefix, timestampUnit, prefix, separator, signedContent } = scheme;
  const placeholders = [...signedContent.matchAll(/\{[^{}]*\}/g)].map(([one]) => one);
  const unknown = placeholders.find((one) => !['{id}', '{timestamp}', '{body}'].includes(one));
  if (unknown !== undefined) reject('signed_content', `may contain {id}, {timestamp} and {body}, not ${unknown}`);
  if (placeholders.filter((one) => one === '{body}').length !== 1)
    reject('signed_content', 'must contain {body} exactly once');
  if (placeholders.includes('{id}') && idHeader === null)
    reject('signed_content', 'contains {id}, but id_header is null');
  if (placeholders.includes('{timestamp}') && !hasTimestamp(scheme))
    reject('signed_content', 'contains {timestamp}, but timestamp_header and timestamp_prefix are null');
  if (timestampHeader !== null && timestampPrefix !== null)
    reject('timestamp_prefix', 'is for a timestamp in the signature header; set timestamp_header to null');
  if (hasTimestamp(scheme) && timestampUnit === null)
    reject('timestamp_unit', 'must be s or ms if the scheme has a timestamp');
  if (timestampPrefix !== null && separator === null)
    reject('separator', 'is required to separate the timestamp from the signatures');
  if (timestampPrefix !== null && prefix.startsWith(timestampPrefix))
    reject('prefix', 'must not begin with timestamp_prefix: a signature would be parsed as a timestamp');
  if (separator !== null && (/[\w+/=-]/.test(separator) || prefix.includes(separator)))
    reject('separator', 'must consist of characters that occur neither in signatures nor in prefix');
  const headers = [idHeader, timestampHeader, scheme.signatureHeader].flatMap((header) => header?.toLowerCase() ?? []);
  if (new Set(headers).size < headers.length)
    reject('signature_header', 'must differ from id_header and timestamp_header');
  return hasTimestamp(scheme) ? scheme : { ...scheme, timestampUnit: null };
}

type Given = ReturnType<typeof parseMembers>;

function reject(member: string, message: string): never {
  throw new ConfigFault(message, [member]);
}

function parseChoice<Word extends string, const Other>(
  given: Given,
  member: string,
  { known, otherwise }: { readonly known: readonly Word[]; readonly otherwise: Other },
): Word | Other {
  return given[member] === undefined ? otherwise : parseWord(known, given[member], [member]);
}

function parseTextOrNull(
  given: Given,
  member: string,
  { otherwise, example }: { readonly otherwise: string | null; readonly example: string },
): string | null {
  const value = given[member];
  if (value === undefined || value === null) return value === null ? null : otherwise;
  return parseText(value, [member], example);
}

function parseHeaderOrNull(given: Given, member: string, otherwise: string | null): string | null {
  const name = parseTextOrNull(given, member, { otherwise, example: 'x-acme-signature' });
  if (name !== null && !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) reject(member, `must be a header name, not "${name}"`);
  return name;
}
