import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { formatEndLine, formatRecordLine } from '../../conformance/sender/core/delivery-record.ts';
import { observingPlan } from '../../conformance/sender/core/response-plan.ts';
import { SCHEMES, type SignatureScheme } from '../../conformance/webhooks/scheme.ts';
import { sampleEvents } from '../../lab/sender-faults/events.ts';
import { buildRequest, correctSender, recordDeliveries, type SenderBehaviour } from '../../lab/sender-faults/sender.ts';
import { COMMAND } from './testing/built-code.ts';
import { type CommandResult, runFleetkit } from './testing/run-cli.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
const STANDARD = SCHEMES['standard-webhooks'];
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-sender-'));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (args: readonly string[], secret = SECRET): Promise<CommandResult> =>
  runFleetkit(['sender', 'check', ...args], { env: { FLEETKIT_WEBHOOK_SECRET: secret } });

/** Writes a recording of one minute of a sender. */
function writeRecording(
  name: string,
  decisions: Partial<SenderBehaviour> = {},
  scheme: SignatureScheme = STANDARD,
): string {
  const { records, listenedUntilMs } = recordDeliveries({
    scheme,
    secrets: [SECRET],
    events: sampleEvents,
    plan: observingPlan(),
    behaviour: { ...correctSender, ...decisions },
    startMs: Date.UTC(2027, 0, 14, 9, 30),
    listenMs: 60_000,
  });
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, `${[...records.map(formatRecordLine), formatEndLine(listenedUntilMs)].join('\n')}\n`);
  return file;
}
const good = writeRecording('good');
const renamed = writeRecording('renamed', {
  selectEvents: (all) => all.map((event) => ({ ...event, type: 'cash.low' })),
});
const silent = writeRecording('silent', { pauseAfter: () => undefined });

test('the exit code is the result of checking a recording', async () => {
  const [kept, broken, unverified, advised, strict] = await Promise.all([
    check(['--recording', good]),
    check(['--recording', renamed]),
    check(['--recording', good], ''),
    check(['--recording', silent]),
    check(['--recording', silent, '--strict']),
  ]);
  expect([kept, broken, unverified, advised, strict].map(({ code }) => code)).toEqual([0, 1, 4, 0, 1]);
  expect(broken.stdout).toContain('"cash.low"; the nearest is "cash_low"');
  expect(unverified.stdout).toContain('give the secret of the destination with --secret');
  expect(advised.stdout).toContain('! retries/happen');
});

test('a canary in a delivery fails the check of foreign data', async () => {
  const [found, absent] = await Promise.all([
    check(['--recording', good, '--canary', 'cash_low']),
    check(['--recording', good, '--canary', 'a text of another tenant', '--canary', 'another such text']),
  ]);
  expect([found.code, absent.code]).toEqual([1, 0]);
  expect(found.stdout).toContain('privacy/no-foreign-data');
});

test('an empty recording exits 4', async () => {
  const file = join(folder, 'nothing.jsonl');
  writeFileSync(file, `${formatEndLine(1_800_000_000_000)}\n`);
  const { code, stdout } = await check(['--recording', file]);
  expect([code, stdout]).toEqual([4, expect.stringContaining('no requests were received')]);
});

test('a scheme is a name or a file', async () => {
  const file = join(folder, 'acme.yaml');
  writeFileSync(file, 'signature_header: x-acme-signature\nencoding: hex\n');
  const acme: SignatureScheme = { ...STANDARD, signatureHeader: 'x-acme-signature', encoding: 'hex' };
  const ended = await Promise.all([
    check(['--recording', writeRecording('svix', {}, SCHEMES.svix), '--scheme', 'svix']),
    check(['--recording', writeRecording('stripe', {}, SCHEMES.stripe), '--scheme', 'stripe']),
    check(['--recording', writeRecording('acme', {}, acme), '--scheme', file]),
    check(['--recording', good, '--scheme', 'svix']),
  ]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 1]);
});

test('one run writes several reports without the secret', async () => {
  const files = ['json', 'junit', 'markdown'].map((format) => [format, join(folder, `report.${format}`)] as const);
  const formats = files.flatMap(([format, file]) => ['--format', `${format}=${file}`]);
  const shown = writeRecording('shown', {
    makeSignatureHeaders: (signing, content) => [
      ...correctSender.makeSignatureHeaders(signing, content),
      ['x-secret', SECRET],
    ],
  });
  const { stdout } = await check(['--recording', shown, '--format', 'text', ...formats, '--secret', SECRET]);
  const texts = [stdout, ...files.map(([, file]) => readFileSync(file, 'utf8'))];
  for (const text of texts) {
    expect(text).toContain('privacy');
    expect(text).not.toContain(SECRET.slice('whsec_'.length));
  }
});

test('lists the checks without listening', async () => {
  const { code, stdout } = await check(['--list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^signature\/verifies +must +The signature of every delivery/m);
});

describe('fleetkit sender check exits 2 for', () => {
  const broken = join(folder, 'broken.jsonl');
  writeFileSync(broken, '{"received_at_ms":1}\n');
  test.each([
    [['--recording', join(folder, 'none.jsonl')], 'none.jsonl" cannot be read'],
    [['--recording', broken], 'broken.jsonl:1: body_base64: expected the bytes of the body in base64'],
    [['--recording', good, '--passive'], '--passive has no effect with --recording; omit one of them'],
    [['--recording', good, '--allow-gone'], '--allow-gone has no effect with --recording'],
    [['--scheme', 'svixx'], 'no scheme or file "svixx"; did you mean svix?'],
    [['--format', 'html'], 'no format "html"'],
    [['--listen', 'somewhere'], 'Expected HOST:PORT'],
    [['--listen', '127.0.0.1:70000'], 'Expected HOST:PORT'],
    [['--for', 'ever'], 'Expected a duration of at most a day'],
    [['--event-at', 'type'], 'Expected a JSON pointer'],
    [['--tolerance', '5'], '--tolerance: expected 10 seconds or more'],
    [['--secret-env', 'NO_SUCH_SECRET'], 'the environment variable NO_SUCH_SECRET is not set'],
    [['--secret-env', 'OTHER', '--secret', 'a'], 'give --secret or --secret-env, not both'],
    [['--count', '0'], 'Expected a number above 0'],
    [['--record', join(folder, 'no', 'such', 'folder')], 'the recording cannot be written'],
  ])('%j', async (given, message) => {
    const { code, stderr } = await check(given);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('an invalid secret, without repeating it', async () => {
    const { code, stderr } = await check(['--recording', good, '--secret', SECRET, '--secret', 'not base64!']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('secret 2 is not valid for the scheme standard-webhooks'),
    ]);
    expect(stderr).not.toContain('not base64!');
  });
});

test('exits 3 if the address is in use', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await check(['--listen', `127.0.0.1:${port}`]);
  server.close();
  expect([code, stderr]).toEqual([3, expect.stringContaining(`cannot listen at 127.0.0.1:${port} (EADDRINUSE)`)]);
});

/** Starts to listen; returns the printed address and the result. */
function startListening(given: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1', FLEETKIT_WEBHOOK_SECRET: SECRET };
  const child = spawn(process.execPath, [COMMAND, 'sender', 'check', '--listen', '127.0.0.1:0', ...given], { env });
  const url = Promise.withResolvers<string>();
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    const announced = /Listening at (\S+)/.exec(stderr)?.[1];
    if (announced !== undefined) url.resolve(announced);
  });
  const ended = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
  return { url: url.promise, ended, interrupt: () => child.kill('SIGINT') };
}

async function deliver(url: string): Promise<void> {
  for (const event of sampleEvents) {
    const attempt = { event, number: 1, atMs: Date.now() };
    const { headers, body } = buildRequest(attempt, { scheme: STANDARD, secrets: [SECRET], behaviour: correctSender });
    await fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body, redirect: 'manual' });
  }
}

test('checks deliveries after --count requests, and again from the recording', async () => {
  const file = join(folder, 'came.jsonl');
  const run = startListening(['--count', String(sampleEvents.length), '--record', file]);
  await deliver(await run.url);
  const { code, stdout, stderr } = await run.ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining('7 requests for 7 events')]);
  expect(stderr).toMatch(/ 3 {2}POST \/ {2}evt_\w+ {2}\d+ bytes -> 503, Retry-After: 8\n/);
  expect(statSync(file).mode & 0o077).toBe(0);
  const again = await check(['--recording', file]);
  expect(again.stdout).toBe(stdout);
});

test.runIf(existsSync('/dev/full'))('exits 2 if the recording cannot be written', async () => {
  const run = startListening(['--record', '/dev/full']);
  await deliver(await run.url).catch(() => undefined);
  const { code, stderr } = await run.ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('writing the recording to "/dev/full" failed')]);
});

test('an interruption ends listening and checks the received deliveries', async () => {
  const run = startListening(['--passive']);
  await deliver(await run.url);
  run.interrupt();
  const { code, stdout } = await run.ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining('7 requests for 7 events')]);
  expect(stdout).toContain('without --passive');
});
