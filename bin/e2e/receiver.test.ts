import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probes } from '../../conformance/receiver/all-probes.ts';
import { listMissingFeatures } from '../../conformance/receiver/test-secret.ts';
import { SECRET } from '../../conformance/receiver/testing/check-one.ts';
import { SCHEMES } from '../../conformance/webhooks/scheme.ts';
import type { ReceiverFaultName } from '../../lab/receiver-faults/faults.ts';
import { type FaultyReceiver, startFaultyReceiver } from '../../lab/receiver-faults/receiver.ts';
import { runFleetkit } from './testing/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-receiver-'));
const receivers: FaultyReceiver[] = [];
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  rmSync(folder, { recursive: true });
});

async function startFaulty(...faults: readonly ReceiverFaultName[]): Promise<FaultyReceiver> {
  const receiver = await startFaultyReceiver({ secret: SECRET, faults });
  receivers.push(receiver);
  return receiver;
}

/** Runs `fleetkit receiver check`; the secret is in the environment, unless `env` differs. */
const check = (args: readonly string[], env: Readonly<Record<string, string>> = ENVIRONMENT) =>
  runFleetkit(['receiver', 'check', ...args], { env, cwd: folder });

const ENVIRONMENT = { FLEETKIT_WEBHOOK_SECRET: SECRET };
const BARE = SECRET.slice('whsec_'.length);

/** All probes but most of those of effects, which wait in real time; `libraries.test.ts` sends them all. */
const SELECTED = probes
  .filter(({ id, effects }) => effects === undefined || ['one-effect', 'older-event'].includes(id))
  .map(({ id }) => id);

describe('fleetkit receiver check', () => {
  let correct: FaultyReceiver;
  beforeAll(async () => {
    correct = await startFaulty();
  });

  test('exits 2 for an invalid effects URL and names the expected form', async () => {
    const { code, stdout, stderr } = await check([correct.url, '--effects', correct.url]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('error: --effects: the status is 405; expected 200 with a whole number');
  });

  test('exits 0 for a correct receiver with counted effects and writes every report', async () => {
    const reports = ['text', 'json=r.json', 'junit=r.xml', 'markdown=r.md'].flatMap((format) => ['--format', format]);
    const { code, stdout, stderr } = await check([
      correct.url,
      '--effects',
      correct.effectsUrl,
      '--only',
      SELECTED.join(),
      ...reports,
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${SELECTED.length} passed, 0 failed, 0 with advice, 0 skipped`);
    expect(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')).exit_code).toBe(0);
    expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain(`tests="${SELECTED.length}" failures="0"`);
    for (const file of ['r.json', 'r.xml', 'r.md'])
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain(BARE);
    expect(stdout).not.toContain(BARE);
  });

  test('exits 1 for a failed "must" probe and 0 for advice only', async () => {
    const { url } = await startFaulty('body-rewritten', 'utc-only');
    const all = await check([url, '--only', 'odd-spacing', '--only', 'time-offset,get']);
    expect([all.code, all.stderr]).toEqual([1, '']);
    expect(all.stdout).toMatch(/FAILED \(1\).*✗ odd-spacing.*ADVICE \(1\).*! time-offset/s);
    const { code, stdout } = await check([url, '--only', 'time-offset', '--format', 'json']);
    expect([code, JSON.parse(stdout).exit_reason]).toEqual([0, 'every required probe passed']);
  });

  test('prints a new secret that lacks nothing', async () => {
    const { code, stdout } = await check(['--new-secret']);
    expect([code, listMissingFeatures(SCHEMES['standard-webhooks'], stdout.trim())]).toEqual([0, []]);
  });

  test('exits 3 for a wrong secret and for an unreachable receiver', async () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const refused = await check([correct.url], { OTHER: other, FLEETKIT_WEBHOOK_SECRET: '' });
    expect(refused.code).toBe(2); // without --secret-env OTHER
    const checked = await check([correct.url, '--secret-env', 'OTHER'], { OTHER: other });
    expect(checked.code).toBe(3);
    expect(checked.stdout).toContain('it has another secret');
    expect(checked.stdout).not.toContain(other.slice(6));
    const absent = await check(['http://127.0.0.1:9/hooks', '--secret', SECRET]);
    expect([absent.code, absent.stderr]).toEqual([3, '']);
    expect(absent.stdout).toContain('connection refused');
  });

  test('signs with the scheme in a file', async () => {
    writeFileSync(join(folder, 'acme.yaml'), 'signature_header: x-acme-signature\n');
    const { code, stdout } = await check([correct.url, '--scheme', 'acme.yaml', '--only', 'valid']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^acme\.yaml · secret /m);
    expect(stdout).toContain('it expects the scheme standard-webhooks: --scheme standard-webhooks');
  });

  test('lists every probe without sending deliveries', async () => {
    const { code, stdout } = await check(['--list'], {});
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(probes.map(({ id }) => id));
  });

  test.each([
    ['no URL', [], 'no URL given'],
    ['a tolerance too narrow', ['http://127.0.0.1/', '--tolerance', '5'], '--tolerance: expected 10 seconds or more'],
    ['a header that the kit sets', ['http://127.0.0.1/', '--header', 'Webhook-Id: x'], 'Webhook-Id is set by the kit'],
  ])('exits 2 for %s and names the expectation', async (_, given, expectedText) => {
    const { code, stdout, stderr } = await check(given);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expectedText);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
