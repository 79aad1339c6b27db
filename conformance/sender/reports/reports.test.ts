import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sampleEvents } from '../../../lab/sender-faults/events.ts';
import { senderFaults } from '../../../lab/sender-faults/faults.ts';
import { correctSender, recordDeliveries, type SenderBehaviour } from '../../../lab/sender-faults/sender.ts';
import { SCHEMES } from '../../webhooks/scheme.ts';
import { checkSender } from '../check-sender.ts';
import { senderChecks } from '../checks/index.ts';
import { observingPlan } from '../core/response-plan.ts';
import type { SenderResult } from '../sender-result.ts';
import { senderReports } from './index.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;

function checkSending(decisions: Partial<SenderBehaviour> = {}, isStrict = false): SenderResult {
  const recording = recordDeliveries({
    scheme: SCHEMES['standard-webhooks'],
    secrets: [SECRET],
    events: sampleEvents,
    plan: observingPlan(),
    behaviour: { ...correctSender, ...decisions },
    startMs: Date.UTC(2027, 0, 14, 9, 30),
    listenMs: 60_000,
  });
  return checkSender({ ...recording, secrets: [SECRET], isStrict });
}
const checkFault = (id: string) => checkSending(senderFaults.find((fault) => fault.id === id)?.behaviour);
const formats = Object.entries(senderReports);

test('the text report names the failed check, its requests and the exit code', () => {
  const text = senderReports.text(checkFault('renamed-event'), { width: 90 });
  expect(text).toContain('FAILED (1)\n\n✗ events/name');
  expect(text).toContain('received  "decline.spike"; the nearest is "decline_spike"');
  expect(text).toContain('evidence  request 7');
  expect(text).toMatch(/Exit 1 {3}1 required rule violated\n$/);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(90);
});

test('the text report lists the pauses between attempts', () => {
  expect(senderReports.text(checkSending())).toContain('was retried 8.0 s after 503, Retry-After: 8');
});

test('the JSON report contains every result with the numbers of its requests', () => {
  const report = JSON.parse(senderReports.json(checkFault('puts')));
  expect(report.results).toHaveLength(senderChecks.length);
  expect(report.results.find(({ id }: { id: string }) => id === 'request/post')).toMatchObject({
    outcome: 'warning',
    saw: 'the method PUT',
    decides: false,
    rule: { id: 'events.payload', is_documented: false },
  });
  expect(report).toMatchObject({ schema_version: 1, exit_code: 0, requests: 10, events: 7 });
});

test('the JUnit report counts as many failed and skipped cases as it contains', () => {
  const xml = senderReports.junit(checkFault('unsigned'));
  expect(xml).toContain(
    `<testsuites name="fleetkit sender check" tests="${senderChecks.length}" failures="2" errors="0"`,
  );
  expect(xml.match(/<failure /g)).toHaveLength(2);
  const skipped = Number(/testsuites [^>]*skipped="(\d+)"/.exec(xml)?.[1]);
  expect(xml.match(/<skipped /g)).toHaveLength(skipped);
});

test.runIf(hasXmllint())('the JUnit report of a sender is valid against the JUnit schema', () => {
  const schema = new URL('../../reports/testing/junit.xsd', import.meta.url).pathname;
  for (const result of [
    checkSending(),
    checkFault('unsigned'),
    checkSending(undefined, true),
    checkSender({ records: [] }),
  ])
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], {
      input: senderReports.junit(result),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
});

function hasXmllint(): boolean {
  try {
    execFileSync('xmllint', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('the text report has the same text with and without colour', () => {
  const result = checkFault('unsigned');
  const colourful = senderReports.text(result, { colour: true });
  expect(colourful).toContain('\u001b[31m');
  expect(stripVTControlCharacters(colourful)).toBe(senderReports.text(result));
});

test('the Markdown report starts with the exit code', () => {
  expect(senderReports.markdown(checkSending())).toMatch(/^## ✅ Check of a webhook sender\n\n\*\*Exit 0\*\*/);
  expect(senderReports.markdown(checkFault('unsigned'))).toContain('### Failed (2)\n\n#### `signature/present`');
});

test('every report shows an error of the kit, and the exit code is 70', () => {
  const throwing = {
    id: 'topic/throwing',
    title: 'A check that throws',
    level: 'advice',
    rule: 'events.payload',
    evaluate: () => {
      throw new Error('a defect');
    },
  } as const;
  const result = checkSender({ records: [], checks: [throwing] });
  expect(result.exitCode).toBe(70);
  for (const [, write] of formats) expect(write(result, {})).toContain('a defect');
});

describe.each(formats)('the %s report of a sender', (format, write) => {
  test('omits a secret that the sender repeats', () => {
    const result = checkFault('shows-its-secret');
    expect(result.results.find(({ id }) => id === 'privacy/no-secret')?.outcome).toBe('warning');
    for (const text of [write(result, {}), write(checkFault('unsigned'), {})]) {
      expect(text).not.toContain(SECRET.slice(6));
      expect(text).toContain(result.secretFingerprints[0]);
    }
  });

  test('neutralises control characters and CI commands of the sender', () => {
    const hostile = '\u001b[2J</testcase><!-- --> ::error:: `x`';
    const result = checkSending({
      selectEvents: (all) => all.map((event) => ({ ...event, type: hostile, id: `evt_${hostile}` })),
    });
    const text = write(result, {});
    expect(text).not.toContain('\u001b');
    if (format === 'junit') expect(text).not.toContain('</testcase><');
    expect(text).not.toMatch(/^\s*::error::/m);
  });
});
