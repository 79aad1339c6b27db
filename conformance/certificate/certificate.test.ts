import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { chooseRuns, isThorough } from '../../base/testing/depth.ts';
import { checks } from '../checks/index.ts';
import { type CertifiedRun, type Statement, sumCounts } from './certificate.ts';
import {
  createSigningKey,
  createStatement,
  drawBadge,
  formatCertificate,
  formatVerified,
  readCertificate,
  readIssuerKey,
  readRun,
  readSigningKey,
  signStatement,
} from './index.ts';

const VERSION = '9.9.9';
const NOW = Date.parse('2027-03-01T10:00:00Z');
const DAY_MS = 86_400_000;

/** A report of `conform` as far as a certificate reads it, with these outcomes of the first checks. */
const createReport = (outcomes: readonly object[], others: object = {}): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      kit_version: VERSION,
      clauses: {},
      target: 'https://user:hunter2@portal.example/api?key=hunter2#x',
      started_at: '2027-02-28T09:00:00.000Z',
      results: outcomes.map((outcome, at) => ({ ...checks[at], clause: {}, ...outcome })),
      ...others,
    }),
  );

function readReport(outcomes: readonly object[], others?: object): CertifiedRun {
  const run = readRun(createReport(outcomes, others), { version: VERSION });
  if ('problem' in run) throw new Error(run.problem);
  return run;
}

const issue = (statement: Statement): string => formatCertificate(signStatement(statement, createSigningKey()));

const state = (run: CertifiedRun): Statement => createStatement([run], { version: VERSION, nowMs: NOW, days: 90 });

const REQUIRED = checks.filter(({ level }) => level === 'must').length;

test('names every rule of the version: those that a report lacks were not run', () => {
  const run = readReport([{ outcome: 'pass' }, { outcome: 'inconclusive', reason: 'no key' }]);
  expect(run.rules.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
  expect(run.rules.slice(0, 3).map(({ verdict }) => verdict)).toEqual(['passed', 'not-verified', 'not-run']);
  expect(run.rules[1]?.reason).toBe('no key');
  const statement = state(run);
  expect(sumCounts(statement, 'required', 'passed', 'not-verified', 'not-run')).toBe(REQUIRED);
});

test('a failure that a baseline accepts is no pass, and a level in the report changes nothing', () => {
  const at = checks.findIndex(({ level }) => level === 'must');
  const outcomes = checks.slice(0, at + 1).map(() => ({ outcome: 'pass' }));
  const run = readReport([...outcomes.slice(0, at), { outcome: 'fail', level: 'may', known: { reason: 'accepted' } }]);
  expect(run.rules[at]).toMatchObject({ verdict: 'accepted', required: true });
  expect(drawBadge(state(run))).toContain('1 failed');
});

test('contains no credentials of the URL', () => {
  const text = issue(state(readReport([{ outcome: 'pass' }])));
  expect(text).not.toContain('hunter2');
  expect(text).toContain('"subject": "https://portal.example/api"');
});

test('a certificate is valid until it expires', () => {
  const text = issue(state(readReport([{ outcome: 'pass' }])));
  expect(readCertificate(text, { nowMs: NOW })).toMatchObject({ isFromIssuer: false });
  expect(readCertificate(text, { nowMs: NOW + 90 * DAY_MS - 1 })).toMatchObject({ isFromIssuer: false });
  expect(readCertificate(text, { nowMs: NOW + 90 * DAY_MS })).toEqual({ problem: 'expired at 2027-05-30T10:00:00Z' });
  expect(readCertificate(text, { nowMs: NOW - DAY_MS })).toEqual({
    problem: 'is not valid before 2027-03-01T10:00:00Z',
  });
});

test('no certificate with one changed byte is valid', () => {
  const bytes = Buffer.from(issue(state(readReport([{ outcome: 'pass' }]))));
  const step = Math.ceil(bytes.length / chooseRuns(30, 1500));
  for (let at = 0; at < bytes.length; at += isThorough && (at < 600 || at > bytes.length - 400) ? 1 : step) {
    for (const change of [1, 0x20]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ change;
      const read = readCertificate(changed.toString('utf8'), { nowMs: NOW });
      expect('problem' in read, `byte ${at}, ${change}`).toBe(true);
    }
  }
});

test.each([
  ['signature', 'value'],
  ['public key', 'public_key'],
])('the %s has one form: no bit of its last character may change', (_, member) => {
  const text = issue(state(readReport([{ outcome: 'pass' }])));
  const [, known = ''] = new RegExp(`"${member}": "([^"]*)"`).exec(text) ?? [];
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='.split('');
  for (const other of last.filter((one) => one !== known.at(-1))) {
    const changed = text.replace(known, `${known.slice(0, -1)}${other}`);
    expect('problem' in readCertificate(changed, { nowMs: NOW }), other).toBe(true);
  }
});

test.each([
  ['a newer format', (text: string) => text.replace('"format": 1', '"format": 2'), 'newer version'],
  ['another file', () => '{"log": {}}', 'no certificate'],
  ['no JSON', () => 'certificate', 'no certificate'],
  ['null', () => 'null', 'no certificate'],
  ['deep nesting', () => '['.repeat(100_000), 'no certificate'],
  ['spaces at the end', (text: string) => `${text} `, 'form'],
  ['an added member', (text: string) => text.replace('"statement"', '"note": "all rules passed", "statement"'), 'form'],
  ['a repeated member', (text: string) => text.replace('"subject"', '"subject": "better", "subject"'), 'form'],
  ['another verdict', (text: string) => text.replace('"not-run"', '"passed"'), 'damaged'],
  ['a wrong count', (text: string) => text.replace('"passed": 1', '"passed": 2'), 'damaged'],
  ['another subject', (text: string) => text.replaceAll('portal.example', 'portal.invalid'), 'signature'],
  ['a removed signature', (text: string) => text.replace(/"value": "[^"]*"/, '"value": ""'), 'signature'],
])('refuses %s', (_, change, expected) => {
  const text = issue(state(readReport([{ outcome: 'pass' }])));
  expect(readCertificate(change(text), { nowMs: NOW })).toEqual({ problem: expect.stringContaining(expected) });
});

test('a statement whose counts are wrong is refused, also if it is signed', () => {
  const statement = state(readReport([{ outcome: 'pass' }]));
  const [run] = statement.runs;
  if (run === undefined) throw new Error('no run');
  const better = { ...run, counts: { ...run.counts, required: { ...run.counts.required, 'not-run': 0 } } };
  const read = readCertificate(issue({ ...statement, runs: [better] }), { nowMs: NOW });
  expect(read).toEqual({ problem: expect.stringContaining('damaged') });
});

test('verifies the issuer by its public key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const other = generateKeyPairSync('ed25519', { publicKeyEncoding: { type: 'spki', format: 'pem' } }).publicKey;
  const [key, issuer, stranger] = [readSigningKey(privateKey), readIssuerKey(publicKey), readIssuerKey(String(other))];
  if ('problem' in key || 'problem' in issuer || 'problem' in stranger) throw new Error('a key was refused');
  const text = formatCertificate(signStatement(state(readReport([{ outcome: 'pass' }])), key));
  expect(readCertificate(text, { nowMs: NOW, issuer })).toMatchObject({ isFromIssuer: true });
  expect(readCertificate(text, { nowMs: NOW, issuer: stranger })).toEqual({
    problem: expect.stringContaining('another key'),
  });
});

test('refuses keys of other kinds', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  expect(readSigningKey(privateKey)).toEqual({ problem: expect.stringContaining('Ed25519') });
  expect(readSigningKey('no key')).toEqual({ problem: expect.stringContaining('Ed25519') });
  expect(readIssuerKey('no key')).toEqual({ problem: expect.stringContaining('Ed25519') });
});

test.each([
  ['a report of another version', createReport([], { kit_version: '0.0.1' }), 'version 0.0.1'],
  ['a report without results', createReport([], { results: null }), 'no list'],
  ['an unknown outcome', createReport([{ outcome: 'excellent' }]), 'unknown outcome "excellent"'],
  ['a name of Object.prototype as the outcome', createReport([{ outcome: 'constructor' }]), 'unknown outcome'],
  ['a rule twice', createReport([{ outcome: 'pass' }, { ...checks[0], outcome: 'fail' }]), 'two results'],
  ['another document', Buffer.from('{"openapi": "3.1.0"}'), 'no JSON report'],
  ['a list', Buffer.from('[]'), 'no JSON report'],
])('refuses %s', (_, bytes, expected) => {
  expect(readRun(bytes, { version: VERSION })).toEqual({ problem: expect.stringContaining(expected) });
});

test('the badge and the text state the verdicts, that it is self-declared, and when it expires', () => {
  const statement = createStatement([readReport([{ outcome: 'pass' }, { outcome: 'fail' }])], {
    ...{ version: VERSION, nowMs: NOW, days: 30 },
    subject: '<Portal & "co">',
  });
  const badge = drawBadge(statement);
  const count = (...verdicts: Parameters<typeof sumCounts>[2][]) => sumCounts(statement, 'required', ...verdicts);
  expect(badge).toContain(`${count('passed')} passed`);
  expect(badge).toContain(`${count('not-run')} not verified`);
  expect(badge).toContain('self-declared');
  expect(badge).toContain('until 2027-03-31');
  expect(badge).toContain('&lt;Portal &amp; &quot;co&quot;&gt;');
  expect(formatVerified({ statement, isFromIssuer: false })).toMatch(/self-declared[\s\S]*without a pass/);
});
