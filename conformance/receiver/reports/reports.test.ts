import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { HOSTILE } from '../../testing/made-up-results.ts';
import type { ReceiverResult } from '../core/result.ts';
import { SECRET } from '../testing/check-one.ts';
import { checkInMemory, type InMemoryRequest, respondWith } from '../testing/in-memory.ts';
import { receiverReports } from './index.ts';
import { formatReceiverText } from './text.ts';

/** A receiver that re-serialises bodies, throws instead of rejecting, is slow, and rejects unknown event types. */
const respondFaultily = ({ isGenuine, method, body }: InMemoryRequest) => {
  if (method !== 'POST') return respondWith(405);
  if (!isGenuine) return respondWith(500);
  if (body.includes('\\u00e9')) return respondWith(401);
  return body.includes('cassette_polished') ? respondWith(422) : respondWith(204, { tookMs: 2400 });
};

const ofFaulty = { ...(await checkInMemory(respondFaultily)), kitVersion: '1.2.3' };
const ofHostile = {
  ...(await checkInMemory(() => respondWith(403, { text: `${HOSTILE} ${SECRET}` }), {
    url: 'https://hooks.example/%3Cimg%3E',
  })),
  kitVersion: '1.2.3',
};

const files: Readonly<Record<keyof typeof receiverReports, string>> = {
  text: 'txt',
  json: 'json',
  junit: 'xml',
  ctrf: 'ctrf.json',
  markdown: 'md',
};
const formats = Object.entries(files) as [keyof typeof receiverReports, string][]; // the record's own keys

test.each(formats)('the %s report equals its golden files', async (format, extension) => {
  await expect(receiverReports[format](ofFaulty)).toMatchFileSnapshot(`golden/faulty.${extension}`);
  await expect(receiverReports[format](ofHostile)).toMatchFileSnapshot(`golden/refusing.${extension}`);
});

test.each(formats)('the %s report contains neither the secret nor control characters', (format) => {
  const written = receiverReports[format](ofHostile);
  expect(ofHostile.diagnosis?.responseBody).toContain('red');
  expect(written).toContain('red');
  expect(written).not.toContain(SECRET.slice('whsec_'.length));
  expect(written).not.toContain('t0ken');
  expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  if (format === 'junit') expect(written).not.toMatch(/<script|]]>/);
});

describe('the text report of a receiver', () => {
  test.each([60, 80, 100])('wraps at %i columns, except code', (width) => {
    for (const result of [ofFaulty, ofHostile]) {
      const long = formatReceiverText(result, { width })
        .split('\n')
        .filter((line) => line.length > width && !/^ {4}(example|fix) /.test(line));
      expect(long.filter((line) => line.trim().includes(' '))).toEqual([]);
    }
  });

  test('uses colours only on request and contains the same text with them', () => {
    const coloured = formatReceiverText(ofFaulty, { colour: true });
    expect(formatReceiverText(ofFaulty)).not.toContain('\u001b');
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(formatReceiverText(ofFaulty));
  });

  test('groups failures that have the same cause', () => {
    const titles = [...formatReceiverText(ofFaulty).matchAll(/^[✗!] (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      'The response is 500 instead of 4xx.',
      'unknown-type',
      'odd-spacing',
      'escaped-text',
      'answers-fast',
    ]);
  });
});

test('JSON, JUnit and Markdown list each failed probe', () => {
  const failed = ofFaulty.probes.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(failed.length).toBeGreaterThan(10);
  const cases = receiverReports.junit(ofFaulty);
  const { probes }: { probes: { id: string; outcome: string }[] } = JSON.parse(receiverReports.json(ofFaulty));
  expect(probes.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual(failed);
  for (const id of failed) expect(cases).toContain(`classname="receiver.${id}"`);
  expect(failed.filter((id) => !receiverReports.markdown(ofFaulty).includes(`\`${id}\``))).toEqual([]);
});

test.runIf(hasXmllint())('the JUnit report of a receiver is valid against the JUnit schema', () => {
  const schema = new URL('../../reports/testing/junit.xsd', import.meta.url).pathname;
  const validate = (input: string) =>
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], { input, stdio: 'pipe' });
  for (const result of [ofFaulty, ofHostile]) validate(receiverReports.junit(result));
  expect(() => validate('<testsuites/>')).toThrow();
});

function hasXmllint(): boolean {
  try {
    execFileSync('xmllint', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('the JUnit report of a failed control has one case with an error', () => {
  const counted = /tests="1" failures="0" errors="1" skipped="0"/;
  expect(receiverReports.junit(ofHostile)).toMatch(counted);
  const result: Pick<ReceiverResult, 'exitCode' | 'probes'> = ofHostile;
  expect([result.exitCode, result.probes]).toEqual([3, []]);
});
