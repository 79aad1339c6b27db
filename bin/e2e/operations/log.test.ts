import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runFleetkit, startProcess } from '../testing/run-cli.ts';

const TOKEN = 'opr-for-tests-of-the-log-0123456789';

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fleetkit-log-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const parseLines = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('logs configuration, start, requests, writes of the operator and the end as one JSON object each', async () => {
  const directory = createDirectory();
  const auditLog = join(directory, 'audit.log');
  const running = startProcess(
    ['serve', '--port', '0', '--json', '--log', 'json', '--data', join(directory, 'data'), '--audit-log', auditLog],
    { env: { FLEETKIT_OPERATOR_TOKEN: TOKEN } },
  );
  onTestFinished(() => void running.child.kill('SIGKILL'));
  await running.printed('"keys"');
  const { url } = JSON.parse(running.out()) as { readonly url: string };
  const advanced = await fetch(`${url}/sandbox/clock/advance`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', 'X-Request-Id': 'req-audited' },
    body: '{"by": 60}',
  });
  expect(advanced.status).toBe(200);
  await running.printed('"event":"audit"');
  const ended = once(running.child, 'exit');
  running.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);

  const lines = parseLines((await running.ended).stderr);
  for (const line of lines) expect(Object.keys(line).slice(0, 3)).toEqual(['time', 'level', 'event']);
  expect(lines.map(({ event }) => event).toSorted()).toEqual(
    ['audit', 'configuration', 'draining', 'request', 'started', 'stopped', 'stopping'].toSorted(),
  );
  expect(lines[0]).toMatchObject({ event: 'configuration', host: '127.0.0.1', drain_seconds: 0, audit_log: auditLog });
  expect(lines[1]).toMatchObject({ event: 'started', url, seed: 1 });
  expect(JSON.stringify(lines)).not.toContain(TOKEN);

  const audited = parseLines(readFileSync(auditLog, 'utf8'));
  expect(audited).toEqual([
    expect.objectContaining({
      event: 'audit',
      client_address: '127.0.0.1',
      operation_id: 'advanceClock',
      target: '/sandbox/clock/advance',
      details: { by: 60 },
      outcome: 'succeeded',
      request_id: 'req-audited',
    }),
  ]);
  expect(statSync(auditLog).mode & 0o777).toBe(0o600);
});

test('logs a failed start as one JSON object', async () => {
  const { code, stderr } = await runFleetkit([
    ...['serve', '--port', '0', '--log', 'json'],
    ...['--audit-log', join(createDirectory(), 'absent', 'audit.log')],
  ]);
  expect(code).toBe(1);
  expect(parseLines(stderr)).toEqual([
    expect.objectContaining({
      level: 'error',
      event: 'start_failed',
      message: expect.stringContaining('Choose another file with --audit-log.'),
    }),
  ]);
});
