import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createRun, erroredCheck, failedCheck, fullRun, passedCheck } from '../testing/made-up-results.ts';
import { formatGithubReport } from './github.ts';
import { formatHarReport } from './har.ts';
import { formatHtmlReport } from './html.ts';
import { reports } from './index.ts';
import { formatJsonReport } from './json.ts';
import { formatMarkdownReport } from './markdown.ts';
import { formatSarifReport } from './sarif.ts';
import { formatTapReport } from './tap.ts';
import { formatTextReport } from './text.ts';

test.each([
  ['report.txt', formatTextReport],
  ['report.json', formatJsonReport],
  ['report.xml', reports.junit],
  ['report.ctrf.json', reports.ctrf],
  ['report.html', formatHtmlReport],
  ['report.md', formatMarkdownReport],
  ['report.sarif', formatSarifReport],
  ['report.har', formatHarReport],
  ['report.tap', formatTapReport],
  ['report.annotations', formatGithubReport],
])('golden/%s equals the report', async (name, report) => {
  await expect(report(fullRun)).toMatchFileSnapshot(`golden/${name}`);
});

describe('the text report', () => {
  test.each([60, 80, 100])('fits into %i columns except for unbreakable text', (width) => {
    const long = formatTextReport(fullRun, { width })
      .split('\n')
      .filter((line) => line.length > width);
    expect(long.length).toBeGreaterThan(0);
    expect(long.filter((line) => !line.includes('curl -sSi') && line.trim().includes(' '))).toEqual([]);
  });

  test('starts with the failures, and ends with the exit code', () => {
    const titles = formatTextReport(fullRun).match(/^[A-Z][A-Z ]+ \(\d+\)$/gm);
    expect(titles).toEqual([
      'FAILED (2)',
      'KIT ERRORS (1)',
      'NOT VERIFIED (1)',
      'BASELINE OUT OF DATE (2)',
      'BASELINE ENTRIES UNDECIDED IN THIS RUN (1)',
      'ADVICE (1)',
      'KNOWN (1)',
      'CHOICES OF THE TARGET (1)',
    ]);
    expect(formatTextReport(fullRun)).toMatch(/Exit 1 .*\n$/);
  });

  test('uses colours only on request and contains the same text with them', () => {
    expect(formatTextReport(fullRun)).not.toContain('\u001b');
    const coloured = formatTextReport(fullRun, { colour: true });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(formatTextReport(fullRun));
  });

  test('is one sentence if the run did not start', () => {
    const stopped = {
      ...createRun(),
      keys: [],
      stopped: 'gone',
      exitCode: 3,
      exitReason: 'the target cannot be reached',
    };
    expect(formatTextReport({ ...stopped, exitCode: 3 })).toBe(
      'fleetkit conform https://portal.example\nseed 7 · read-only\n\nExit 3   the target cannot be reached\n',
    );
  });
});

test('the JUnit report does not count advice as failures and skips known issues with the reason', () => {
  const xml = reports.junit(fullRun);
  expect(xml).toContain('tests="7" failures="2" errors="1" skipped="2"');
  expect(xml).toMatch(/<skipped message="known: known: /);
  expect(xml).toContain('<system-out>advice: ');
});

test('the JUnit report states the choices of the target as properties, and not in a comment', () => {
  const xml = reports.junit(fullRun);
  expect(xml).toMatch(/<property name="choice\.limit\.zero" value="Response to `limit=0`: 400, /);
  expect(/<!--[\s\S]*?-->/.exec(xml)?.[0]).not.toContain('limit=0');
  expect(reports.junit({ ...fullRun, choices: [] })).not.toContain('<properties>');
});

test('a known issue is a suppressed result in SARIF and a notice on GitHub', () => {
  const [run] = JSON.parse(formatSarifReport(fullRun)).runs;
  const suppressed = run.results.filter(({ suppressions }: { suppressions?: unknown }) => suppressions !== undefined);
  expect(suppressed.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['limit/restricts-the-rows']);
  expect(formatGithubReport(fullRun)).toContain('::notice title=limit/restricts-the-rows (known)::');
  expect(formatGithubReport(fullRun)).not.toContain('::error title=limit/restricts-the-rows');
});

test('a fingerprint in SARIF depends on the check alone', () => {
  const prints = (saw: string) =>
    JSON.parse(formatSarifReport(createRun({ ...failedCheck, saw, cases: [] }))).runs[0].results.map(
      ({ partialFingerprints }: { partialFingerprints: unknown }) => partialFingerprints,
    );
  expect(prints('one')).toEqual(prints('other'));
  expect(prints('one')).toHaveLength(1);
});

test('the Markdown report fits a comment and states the number of omitted parts', () => {
  const many = Array.from({ length: 400 }, (_, place) => ({
    ...failedCheck,
    id: `limit/number-${place}`,
    saw: 'é'.repeat(900),
  }));
  const markdown = formatMarkdownReport(createRun(...many, erroredCheck, passedCheck));
  expect(Buffer.byteLength(markdown)).toBeLessThan(65_536);
  expect(markdown).toMatch(/_\d+ parts omitted for length; the other report formats are complete\._\n$/);
  expect(markdown.match(/^```/gm)?.length).toBe(2 * (markdown.match(/^```sh/gm)?.length ?? 0));
});

test('the HAR report contains request bodies with their media type', () => {
  const { request } = failedCheck;
  if (request === undefined) throw new Error('a failure has a request');
  const sent = {
    ...request,
    method: 'POST',
    requestBody: '<a/>',
    requestHeaders: [['Content-Type', 'text/xml'] as const],
  };
  const [entry] = JSON.parse(formatHarReport(createRun({ ...failedCheck, request: sent, cases: [], evidence: [] }))).log
    .entries;
  expect(entry.request).toMatchObject({
    method: 'POST',
    postData: { mimeType: 'text/xml', text: '<a/>' },
    bodySize: 4,
  });
});
