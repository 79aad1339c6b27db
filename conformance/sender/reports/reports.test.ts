import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sampleEvents } from '../../lab/sender-faults/events.ts';
import { senderFaults } from '../../lab/sender-faults/faults.ts';
import { correctSender, recordDeliveries, type SenderBehaviour } from '../../lab/sender-faults/sender.ts';
import { SCHEMES } from '../../webhooks/scheme.ts';
import { observingPlan } from '../answer-plan.ts';
import { checkSender } from '../check-sender.ts';
import { judges } from '../judges/index.ts';
import type { SenderResult } from '../sender-result.ts';
import { senderReports } from './index.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;

function said(decisions: Partial<SenderBehaviour> = {}, isStrict = false): SenderResult {
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
const sendingWith = (id: string) => said(senderFaults.find((fault) => fault.id === id)?.behaviour);
const formats = Object.entries(senderReports);

test('the text names what failed, in which requests, and how it ends', () => {
  const text = senderReports.text(sendingWith('renamed-event'), { width: 90 });
  expect(text).toContain('FAILED (1)\n\n✗ events/name');
  expect(text).toContain('received  "decline.spike"; the nearest is "decline_spike"');
  expect(text).toContain('seen      request 7');
  expect(text).toMatch(/Exit 1 {3}1 rule that must be kept failed\n$/);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(90);
});

test('the text says which pauses were seen', () => {
  expect(senderReports.text(said())).toContain('was tried again 8.0 s after 503, Retry-After: 8');
});

test('the JSON holds every result with the numbers of its requests', () => {
  const report = JSON.parse(senderReports.json(sendingWith('puts')));
  expect(report.results).toHaveLength(judges.length);
  expect(report.results.find(({ id }: { id: string }) => id === 'request/post')).toMatchObject({
    outcome: 'warning',
    saw: 'the method PUT',
    decides: false,
    rule: { id: 'events.payload', is_documented: false },
  });
  expect(report).toMatchObject({ schema_version: 1, exit_code: 0, requests: 10, events: 7 });
});

test('JUnit counts failures and what was skipped as its suites do', () => {
  const xml = senderReports.junit(sendingWith('unsigned'));
  expect(xml).toContain(`<testsuites name="fleetkit sender check" tests="${judges.length}" failures="2" errors="0"`);
  expect(xml.match(/<failure /g)).toHaveLength(2);
  const skipped = Number(/testsuites [^>]*skipped="(\d+)"/.exec(xml)?.[1]);
  expect(xml.match(/<skipped /g)).toHaveLength(skipped);
});

test.runIf(hasXmllint())('JUnit is as the schema that CI servers read it by says', () => {
  const schema = new URL('../../reports/testing/junit.xsd', import.meta.url).pathname;
  for (const result of [said(), sendingWith('unsigned'), said(undefined, true), checkSender({ records: [] })])
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

test('on a terminal the text is in colour, and says the same', () => {
  const result = sendingWith('unsigned');
  const colourful = senderReports.text(result, { colour: true });
  expect(colourful).toContain('\u001b[31m');
  expect(stripVTControlCharacters(colourful)).toBe(senderReports.text(result));
});

test('Markdown begins with how it ends', () => {
  expect(senderReports.markdown(said())).toMatch(/^## ✅ Check of a webhook sender\n\n\*\*Exit 0\*\*/);
  expect(senderReports.markdown(sendingWith('unsigned'))).toContain('### Failed (2)\n\n#### `signature/present`');
});

test('an error of the kit is shown as one, and exits 70', () => {
  const broken = {
    id: 'topic/broken',
    title: 'Cannot be asked',
    level: 'advice',
    rule: 'events.payload',
    judge: () => {
      throw new Error('a defect');
    },
  } as const;
  const result = checkSender({ records: [], judges: [broken] });
  expect(result.exitCode).toBe(70);
  for (const [, write] of formats) expect(write(result, {})).toContain('a defect');
});

describe.each(formats)('%s', (format, write) => {
  test('shows no secret, although the sender does', () => {
    const result = sendingWith('shows-its-secret');
    expect(result.results.find(({ id }) => id === 'privacy/no-secret')?.outcome).toBe('warning');
    for (const text of [write(result, {}), write(sendingWith('unsigned'), {})]) {
      expect(text).not.toContain(SECRET.slice(6));
      expect(text).toContain(result.secretFingerprints[0]);
    }
  });

  test('lets nothing act that a sender wrote', () => {
    const hostile = '\u001b[2J</testcase><!-- --> ::error:: `x`';
    const result = said({
      selectEvents: (all) => all.map((event) => ({ ...event, type: hostile, id: `evt_${hostile}` })),
    });
    const text = write(result, {});
    expect(text).not.toContain('\u001b');
    if (format === 'junit') expect(text).not.toContain('</testcase><');
    expect(text).not.toMatch(/^\s*::error::/m);
  });
});
