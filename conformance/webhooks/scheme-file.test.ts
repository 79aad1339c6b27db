import { expect, test } from 'vitest';
import { SCHEMES } from './scheme.ts';
import { loadScheme } from './scheme-file.ts';

const schemeIn = (source: string) => {
  const read = loadScheme(source, 'acme.yaml');
  if ('problem' in read) throw new Error(read.problem);
  return read.scheme;
};
const problemIn = (source: string) => {
  const read = loadScheme(source, 'acme.yaml');
  return 'problem' in read ? read.problem : 'none';
};

test('a member that is left out is as in the scheme that is named, or as in the contract', () => {
  expect(schemeIn('{}')).toEqual({ ...SCHEMES['standard-webhooks'], name: 'acme.yaml' });
  expect(schemeIn('like: github\nsignature_header: X-Acme-Signature')).toEqual({
    ...SCHEMES.github,
    name: 'acme.yaml',
    signatureHeader: 'X-Acme-Signature',
  });
});

test('every member can be said, in YAML or JSON', () => {
  const said = {
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
  expect(schemeIn(JSON.stringify(said))).toEqual({
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

test('without a time there is no unit of it', () => {
  expect(schemeIn("timestamp_header: null\nsigned_content: '{id}.{body}'").timestampUnit).toBeNull();
});

test.each([
  ['- a list', 'acme.yaml: takes members, like signature_header: x-acme-signature'],
  ['a: [', 'acme.yaml: it is neither JSON nor YAML'],
  ['signature_haeder: x', 'acme.yaml: there is no member "signature_haeder" here; did you mean "signature_header"?'],
  ['like: githup', 'acme.yaml: like takes standard-webhooks, svix, stripe, github, convoy; did you mean "github"?'],
  ['hash: md5', 'acme.yaml: hash takes sha1, sha256, sha512; did you mean'],
  ['signature_header: null', 'acme.yaml: signature_header is needed'],
  ['signature_header: "x y"', 'acme.yaml: signature_header takes the name of a header, not "x y"'],
  ['signature_header: Webhook-Id', 'acme.yaml: signature_header takes a header that nothing else is sent in'],
  ["signed_content: '{payload}'", 'acme.yaml: signed_content knows {id}, {timestamp} and {body}, not {payload}'],
  ["signed_content: '{id}'", 'acme.yaml: signed_content takes {body} once'],
  ['signed_content: null', 'acme.yaml: signed_content takes {body} once'],
  ['id_header: null', 'acme.yaml: signed_content has {id}, but there is no id_header'],
  ['timestamp_header: null', 'acme.yaml: signed_content has {timestamp}, but there is neither'],
  ['timestamp_prefix: t=', 'acme.yaml: timestamp_prefix is for a time in the signature header'],
  ['timestamp_unit: null', 'acme.yaml: timestamp_unit takes s or ms when a time is sent'],
  ['like: stripe\nseparator: null', 'acme.yaml: separator is needed to part the time from the signatures'],
  ['like: stripe\nprefix: t=v1', 'acme.yaml: prefix begins like timestamp_prefix'],
  ["separator: ','", 'acme.yaml: separator takes characters that occur neither in a signature nor in prefix'],
  ['separator: x', 'acme.yaml: separator takes characters that occur neither'],
])('refuses %s', (source, message) => {
  expect(problemIn(source)).toContain(message);
});

test('refuses a file that is too large to be one', () => {
  expect(problemIn(' '.repeat(100_001))).toBe('acme.yaml: it is larger than 100000 characters');
});
