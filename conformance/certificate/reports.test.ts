import { expect, test } from 'vitest';
import { sampleEvents } from '../../lab/sender-faults/events.ts';
import { correctSender, recordDeliveries } from '../../lab/sender-faults/sender.ts';
import { judgeClient } from '../client/core/result.ts';
import { lessons } from '../client/lessons/index.ts';
import { clientReports } from '../client/reports/index.ts';
import { kitVersion } from '../engine/version.ts';
import { probes } from '../receiver/all-probes.ts';
import { receiverReports } from '../receiver/reports/index.ts';
import { checkSimulated } from '../receiver/testing/simulated.ts';
import { checkSender } from '../sender/check-sender.ts';
import { senderChecks } from '../sender/checks/index.ts';
import { observingPlan } from '../sender/core/response-plan.ts';
import { senderReports } from '../sender/reports/index.ts';
import { SCHEMES } from '../webhooks/scheme.ts';
import { readRun } from './index.ts';

/* Certificates of the reports that the other checks write: each rule has the result that its report states. */

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;

function certify(report: string) {
  const run = readRun(Buffer.from(report), { version: kitVersion });
  if ('problem' in run) throw new Error(run.problem);
  return run;
}

const countIn = (report: string, outcome: string): number =>
  report.split(new RegExp(`^ {6}"outcome": "${outcome}"`, 'm')).length - 1;

test('a receiver', async () => {
  const result = await checkSimulated({ title: '', create: () => () => 204 });
  const report = receiverReports.json(result);
  const run = certify(report);
  expect(run).toMatchObject({ kind: 'receiver', subject: 'https://hooks.example/' });
  expect(run.rules.map(({ id }) => id)).toEqual(probes.map(({ id }) => id));
  const count = (verdict: string) => run.rules.filter((rule) => rule.verdict === verdict).length;
  expect([count('failed'), count('passed'), count('not-run')]).toEqual([
    countIn(report, 'fail'),
    countIn(report, 'pass'),
    0,
  ]);
  expect(count('passed')).toBeGreaterThan(0);
});

test('a sender', () => {
  const recording = recordDeliveries({
    ...{ scheme: SCHEMES['standard-webhooks'], secrets: [SECRET], events: sampleEvents, plan: observingPlan() },
    ...{ behaviour: correctSender, startMs: Date.UTC(2027, 0, 14, 9, 30), listenMs: 60_000 },
  });
  const report = senderReports.json(checkSender({ ...recording, secrets: [SECRET], isStrict: false }));
  const run = certify(report);
  expect(run).toMatchObject({ kind: 'sender', subject: 'a sender of webhooks' });
  expect(run.rules.map(({ id }) => id)).toEqual(senderChecks.map(({ id }) => id));
  expect(run.rules.filter(({ verdict }) => verdict === 'passed')).toHaveLength(countIn(report, 'pass'));
  expect(run.rules.filter(({ verdict }) => verdict === 'not-run')).toEqual([]);
});

test('a client, whose command is not named', () => {
  const result = judgeClient({
    ...{ lessons, findPlayed: () => undefined, command: 'client --key hunter2', tasks: ['list_terminals'] },
    ...{ isObserved: false, startedAt: '2026-11-02T15:00:00.000Z', durationMs: 2400 },
  });
  const report = clientReports.json(result);
  const run = certify(report);
  expect(run).toMatchObject({ kind: 'client', subject: 'a client' });
  expect(run.rules.map(({ id }) => id)).toEqual(lessons.map(({ id }) => id));
  expect(run.rules.filter(({ verdict }) => verdict === 'passed')).toEqual([]);
  expect(JSON.stringify(run)).not.toContain('hunter2');
});
