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
 * Reads a scheme from JSON or YAML. What a member leaves out is taken from the scheme that `like` names, by default the
 * one of the contract; `null` says that there is no such thing. Whatever is wrong is said with the member.
 */
export function loadScheme(
  source: string,
  fileName: string,
): { readonly scheme: SignatureScheme } | { readonly problem: string } {
  if (source.length > LARGEST) return { problem: `${fileName}: it is larger than ${LARGEST} characters` };
  let value: unknown;
  try {
    value = parse(source, { maxAliasCount: 20 });
  } catch {
    return { problem: `${fileName}: it is neither JSON nor YAML` };
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
      headerOrNull(given, 'signature_header', base.signatureHeader) ?? refuse('signature_header', 'is needed'),
    prefix: given.prefix === '' ? '' : (textOrNull(given, 'prefix', base.prefix, 'v1,') ?? ''),
    separator: textOrNull(given, 'separator', base.separator, '" "'),
    encoding: choice(given, 'encoding', ['base64', 'base64url', 'hex'], base.encoding),
    hash: choice(given, 'hash', ['sha1', 'sha256', 'sha512'], base.hash),
    signedContent: textOrNull(given, 'signed_content', base.signedContent, '"{id}.{timestamp}.{body}"') ?? '',
    secretForm: choice(given, 'secret_form', ['whsec', 'base64', 'hex', 'text'], base.secretForm),
  };
  return consistent(scheme);
}

/** The scheme, whose members are held against each other. */
function consistent(scheme: SignatureScheme): SignatureScheme {
  const { idHeader, timestampHeader, timestampPrefix, timestampUnit, prefix, separator, signedContent } = scheme;
  const placeholders = [...signedContent.matchAll(/\{[^{}]*\}/g)].map(([one]) => one);
  const unknown = placeholders.find((one) => !['{id}', '{timestamp}', '{body}'].includes(one));
  if (unknown !== undefined) refuse('signed_content', `knows {id}, {timestamp} and {body}, not ${unknown}`);
  if (placeholders.filter((one) => one === '{body}').length !== 1) refuse('signed_content', 'takes {body} once');
  if (placeholders.includes('{id}') && idHeader === null)
    refuse('signed_content', 'has {id}, but there is no id_header');
  if (placeholders.includes('{timestamp}') && !hasTime(scheme))
    refuse('signed_content', 'has {timestamp}, but there is neither timestamp_header nor timestamp_prefix');
  if (timestampHeader !== null && timestampPrefix !== null)
    refuse('timestamp_prefix', 'is for a time in the signature header; set timestamp_header to null');
  if (hasTime(scheme) && timestampUnit === null) refuse('timestamp_unit', 'takes s or ms when a time is sent');
  if (timestampPrefix !== null && separator === null)
    refuse('separator', 'is needed to part the time from the signatures');
  if (timestampPrefix !== null && prefix.startsWith(timestampPrefix))
    refuse('prefix', 'begins like timestamp_prefix, so that a signature would be read as a time');
  if (separator !== null && (/[\w+/=-]/.test(separator) || prefix.includes(separator)))
    refuse('separator', 'takes characters that occur neither in a signature nor in prefix');
  const headers = [idHeader, timestampHeader, scheme.signatureHeader].flatMap((header) => header?.toLowerCase() ?? []);
  if (new Set(headers).size < headers.length) refuse('signature_header', 'takes a header that nothing else is sent in');
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
  if (name !== null && !/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    refuse(member, `takes the name of a header, not "${name}"`);
  return name;
}
