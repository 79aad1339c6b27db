import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { HOSTILE } from '../../testing/made-up-results.ts';
import type { ReceiverResult } from '../result.ts';
import { SECRET } from '../testing/check-one.ts';
import { answer, type Came, resultOf } from '../testing/in-memory.ts';
import { receiverReports } from './index.ts';
import { textReport } from './text.ts';

/** It re-serialises, throws at what it should refuse, is slow, and does not know all types. */
const faulty = ({ isGenuine, method, body }: Came) => {
  if (method !== 'POST') return answer(405);
  if (!isGenuine) return answer(500);
  if (body.includes('\\u00e9')) return answer(401);
  return body.includes('cassette_polished') ? answer(422) : answer(204, { tookMs: 2400 });
};

const ofFaulty = { ...(await resultOf(faulty)), kitVersion: '1.2.3' };
const ofHostile = {
  ...(await resultOf(() => answer(403, { text: `${HOSTILE} ${SECRET}` }), { url: 'https://hooks.example/%3Cimg%3E' })),
  kitVersion: '1.2.3',
};

const files: Readonly<Record<keyof typeof receiverReports, string>> = {
  text: 'txt',
  json: 'json',
  junit: 'xml',
  markdown: 'md',
};
const formats = Object.entries(files) as [keyof typeof receiverReports, string][]; // the record's own keys

test.each(formats)('golden files are what %s writes', async (format, extension) => {
  await expect(receiverReports[format](ofFaulty)).toMatchFileSnapshot(`golden/faulty.${extension}`);
  await expect(receiverReports[format](ofHostile)).toMatchFileSnapshot(`golden/refusing.${extension}`);
});

test.each(formats)('%s shows neither the secret nor what would act when it is shown', (format) => {
  const written = receiverReports[format](ofHostile);
  expect(ofHostile.diagnosis?.said).toContain('red');
  expect(written).toContain('red');
  expect(written).not.toContain(SECRET.slice('whsec_'.length));
  expect(written).not.toContain('t0ken');
  expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  if (format === 'junit') expect(written).not.toMatch(/<script|]]>/);
});

describe('the text report', () => {
  test.each([60, 80, 100])('fits into %i columns but for code', (width) => {
    for (const result of [ofFaulty, ofHostile]) {
      const long = textReport(result, { width })
        .split('\n')
        .filter((line) => line.length > width && !/^ {4}(as in|instead) /.test(line));
      expect(long.filter((line) => line.trim().includes(' '))).toEqual([]);
    }
  });

  test('has colours only when asked for, and says the same with them', () => {
    const coloured = textReport(ofFaulty, { colour: true });
    expect(textReport(ofFaulty)).not.toContain('\u001b');
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(textReport(ofFaulty));
  });

  test('tells failures of one cause as one', () => {
    const titles = [...textReport(ofFaulty).matchAll(/^[✗!] (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(['Instead of 4xx: 500.', 'odd-spacing', 'unknown-type', 'answers-fast']);
  });
});

test('every failure is in every report but the one for people, one by one', () => {
  const failed = ofFaulty.probes.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(failed.length).toBeGreaterThan(10);
  const cases = receiverReports.junit(ofFaulty);
  const { probes }: { probes: { id: string; outcome: string }[] } = JSON.parse(receiverReports.json(ofFaulty));
  expect(probes.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual(failed);
  for (const id of failed) expect(cases).toContain(`classname="receiver.${id}"`);
  expect(failed.filter((id) => !receiverReports.markdown(ofFaulty).includes(`\`${id}\``))).toEqual([]);
});

test.runIf(hasXmllint())('JUnit is as the schema that CI servers read it by says', () => {
  const schema = new URL('../../reports/testing/junit.xsd', import.meta.url).pathname;
  const held = (input: string) =>
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], { input, stdio: 'pipe' });
  for (const result of [ofFaulty, ofHostile]) held(receiverReports.junit(result));
  expect(() => held('<testsuites/>')).toThrow();
});

function hasXmllint(): boolean {
  try {
    execFileSync('xmllint', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a run that says nothing is one case that erred', () => {
  const counted = /tests="1" failures="0" errors="1" skipped="0"/;
  expect(receiverReports.junit(ofHostile)).toMatch(counted);
  const result: Pick<ReceiverResult, 'exitCode' | 'probes'> = ofHostile;
  expect([result.exitCode, result.probes]).toEqual([3, []]);
});
