import { expect, test } from 'vitest';
import { SCHEMES } from './scheme.ts';
import { loadScheme } from './scheme-file.ts';

const loadValid = (source: string) => {
  const read = loadScheme(source, 'acme.yaml');
  if ('problem' in read) throw new Error(read.problem);
  return read.scheme;
};
const loadProblem = (source: string) => {
  const read = loadScheme(source, 'acme.yaml');
  return 'problem' in read ? read.problem : 'none';
};

test('a missing member defaults to the scheme named by `like`, or else to that of the contract', () => {
  expect(loadValid('{}')).toEqual({ ...SCHEMES['standard-webhooks'], name: 'acme.yaml' });
  expect(loadValid('like: github\nsignature_header: X-Acme-Signature')).toEqual({
    ...SCHEMES.github,
    name: 'acme.yaml',
    signatureHeader: 'X-Acme-Signature',
  });
});

test('reads every member from JSON', () => {
  const members = {
    id_header: 'X-Id',
    timestamp_header: 'X-Time',
    timestamp_prefix: null,
    timestamp_unit: 'ms',
    signature_header: 'X-Sign',
    prefix: '',
    separator: ';',
    encoding: 'base64url',
    hash: 'sha512',
    signed_content: '{timestamp}:{body}:{id}',
    secret_form: 'hex',
  };
  expect(loadValid(JSON.stringify(members))).toEqual({
    name: 'acme.yaml',
    idHeader: 'X-Id',
    timestampHeader: 'X-Time',
    timestampPrefix: null,
    timestampUnit: 'ms',
    signatureHeader: 'X-Sign',
    prefix: '',
    separator: ';',
    encoding: 'base64url',
    hash: 'sha512',
    signedContent: '{timestamp}:{body}:{id}',
    secretForm: 'hex',
  });
});

test('a scheme without a timestamp has no timestamp unit', () => {
  expect(loadValid("timestamp_header: null\nsigned_content: '{id}.{body}'").timestampUnit).toBeNull();
});

test.each([
  ['- a list', 'acme.yaml: must be a mapping, for example signature_header: x-acme-signature'],
  ['a: [', 'acme.yaml: neither JSON nor YAML'],
  ['signature_haeder: x', 'acme.yaml: unknown member "signature_haeder"; did you mean "signature_header"?'],
  [
    'like: githup',
    'acme.yaml: like must be one of standard-webhooks, svix, stripe, github, convoy; did you mean "github"?',
  ],
  ['hash: md5', 'acme.yaml: hash must be one of sha1, sha256, sha512; did you mean'],
  ['signature_header: null', 'acme.yaml: signature_header is required'],
  ['signature_header: "x y"', 'acme.yaml: signature_header must be a header name, not "x y"'],
  ['signature_header: Webhook-Id', 'acme.yaml: signature_header must differ from id_header and timestamp_header'],
  ["signed_content: '{payload}'", 'acme.yaml: signed_content may contain {id}, {timestamp} and {body}, not {payload}'],
  ["signed_content: '{id}'", 'acme.yaml: signed_content must contain {body} exactly once'],
  ['signed_content: null', 'acme.yaml: signed_content must contain {body} exactly once'],
  ['id_header: null', 'acme.yaml: signed_content contains {id}, but id_header is null'],
  ['timestamp_header: null', 'acme.yaml: signed_content contains {timestamp}, but timestamp_header'],
  ['timestamp_prefix: t=', 'acme.yaml: timestamp_prefix is for a timestamp in the signature header'],
  ['timestamp_unit: null', 'acme.yaml: timestamp_unit must be s or ms if the scheme has a timestamp'],
  ['like: stripe\nseparator: null', 'acme.yaml: separator is required to separate the timestamp from the signatures'],
  ['like: stripe\nprefix: t=v1', 'acme.yaml: prefix must not begin with timestamp_prefix'],
  ["separator: ','", 'acme.yaml: separator must consist of characters that occur neither in signatures nor in prefix'],
  ['separator: x', 'acme.yaml: separator must consist of characters that occur neither'],
])('rejects %s', (source, message) => {
  expect(loadProblem(source)).toContain(message);
});

test('rejects a file of more than 100,000 characters', () => {
  expect(loadProblem(' '.repeat(100_001))).toBe('acme.yaml: larger than 100000 characters');
});
