import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { validate as validateCtrf } from 'ctrf';
import harSchemas from 'har-schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isThorough } from '../../base/testing/depth.ts';
import type { RunResult } from '../engine/results/result.ts';
import { parseXml } from '../reading/rss.ts';
import { createRun, failedCheck, fullRun } from '../testing/made-up-results.ts';
import { readHostileSampleRun, readSampleRun, sampleRun } from '../testing/sample-run.ts';
import { script } from './html/script.ts';
import { type ReportFormat, reports } from './index.ts';
import { reportSchema } from './report-schema.ts';

/*
 * Validates each report format against its specification.
 */

let sample: RunResult;
let talked: RunResult;
beforeAll(async () => {
  sample = await readSampleRun();
  talked = await readHostileSampleRun();
});

const MADE_UP: readonly RunResult[] = [
  fullRun,
  createRun(),
  { ...createRun(), stopped: 'gone', exitCode: 3, exitReason: 'gone' },
  { ...createRun(failedCheck), clauses: { ...fullRun.clauses, list: [] } },
];

/** Real and made-up results, of every kind. */
const listResults = (): readonly RunResult[] => [sample, talked, ...MADE_UP];

const written = new Map<RunResult, Map<ReportFormat, string>>();

/** Returns the report of a result, which several tests share. */
function writeReport(format: ReportFormat, result: RunResult): string {
  const known = written.get(result) ?? new Map<ReportFormat, string>();
  written.set(result, known);
  const text = known.get(format) ?? reports[format](result);
  known.set(format, text);
  return text;
}

test('the sample run contains every kind of outcome', () => {
  expect(sample.results.length).toBeGreaterThan(70);
  expect(new Set(sample.results.map(({ outcome }) => outcome))).toEqual(
    new Set(['pass', 'fail', 'warning', 'untestable', 'not-applicable']),
  );
  expect(new Set(sample.baseline?.map(({ state }) => state))).toEqual(new Set(['excused', 'stale', 'expired', 'kept']));
});

describe('the JSON report', () => {
  test('is valid against its schema', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    const isValid = ajv.compile(reportSchema);
    for (const result of listResults()) {
      isValid(JSON.parse(writeReport('json', result)));
      expect(isValid.errors).toBeNull();
    }
  });

  test('has only members that the schema describes', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const isValid = ajv.compile(closeSchema(reportSchema) as object);
    for (const result of listResults()) {
      isValid(JSON.parse(writeReport('json', result)));
      expect(isValid.errors).toBeNull();
    }
    expect(isValid({ ...JSON.parse(writeReport('json', sample)), more: 1 })).toBe(false);
  });

  test('has a schema that equals the published file', async () => {
    const published = `${JSON.stringify(reportSchema, null, 2)}\n`;
    await expect(published).toMatchFileSnapshot('../../docs/conformance-report.schema.json');
  });

  // `repeatable.verify.ts` compares two runs.
  test.runIf(isThorough)('is identical except for times for the same target and seed', async () => {
    const withoutTimes = (result: RunResult) =>
      reports.json({ ...result, startedAt: '', durationMs: 0 }).replaceAll(/"duration_ms": \d+/g, '');
    expect(withoutTimes(await sampleRun())).toBe(withoutTimes(sample));
  });
});

/** The schema without additional members. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closeSchema(member)]));
  return 'properties' in members ? { ...members, additionalProperties: false } : members;
}

test('the HAR report is valid against the schemas of HAR 1.2', () => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addMetaSchema(draft06);
  for (const schema of Object.values(harSchemas)) ajv.addSchema(schema);
  const isValid = ajv.getSchema('har.json#');
  if (isValid === undefined) throw new Error('there is no schema of HAR');
  for (const result of listResults()) {
    isValid(JSON.parse(writeReport('har', result)));
    expect(isValid.errors).toBeNull();
  }
  expect(JSON.parse(writeReport('har', sample)).log.entries.length).toBeGreaterThan(50);
  expect(isValid({ log: { version: '1.2' } })).toBe(false);
});

describe('CTRF', () => {
  test('is valid against the schema of the format', () => {
    for (const result of listResults()) {
      expect(validateCtrf(JSON.parse(writeReport('ctrf', result)))).toMatchObject({ valid: true, errors: [] });
    }
    expect(validateCtrf({ reportFormat: 'CTRF', specVersion: '0.0.0', results: {} })).toMatchObject({ valid: false });
  });

  test('counts as failed what JUnit counts as failures and errors', () => {
    for (const result of listResults()) {
      const [, failures, errors] =
        /failures="(\d+)" errors="(\d+)"/.exec(writeReport('junit', result)) ?? expect.fail();
      const { summary, tests } = JSON.parse(writeReport('ctrf', result)).results;
      expect(summary.failed).toBe(Number(failures) + Number(errors));
      expect(tests).toHaveLength(summary.tests);
      expect(summary.passed + summary.failed + summary.skipped + summary.other).toBe(summary.tests);
    }
  });
});

describe('SARIF', () => {
  test('is valid against the schema of SARIF 2.1.0', () => {
    const ajv = new AjvDraft04.default({ strict: false, unicodeRegExp: false });
    addFormats.default(ajv as unknown as Ajv); // supports all JSON Schema drafts
    const isValid = ajv.compile(sarifSchema);
    for (const result of listResults()) {
      isValid(JSON.parse(writeReport('sarif', result)));
      expect(isValid.errors).toBeNull();
    }
    expect(isValid({ version: '2.1.0', runs: [{}] })).toBe(false);
  });

  test('refers to rules by index and gives the location of each finding', () => {
    const [run] = JSON.parse(writeReport('sarif', sample)).runs;
    expect(run.results.length).toBeGreaterThan(5);
    for (const { ruleId, ruleIndex, locations, partialFingerprints } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^v1\/[\w./-]*$/);
      expect(locations[0].logicalLocations[0].fullyQualifiedName).toMatch(/^(GET|POST) \/v1\//);
      expect(Object.keys(partialFingerprints)).toEqual(['fleetkitCheck/v1', 'primaryLocationLineHash']);
    }
  });
});

test.each([
  ['https://portal.example/v1/transactions/[key east] 100%?limit=1', 'v1/transactions/%5Bkey%20east%5D%20100%25'],
  ['https://portal.example/v1/feeds/%2e%2E', 'v1/feeds/%2e%2E'],
  ['https://elsewhere.example/v1/a:b', 'v1/a%3Ab'],
  ['https://portal.example/v1/\ud800', 'v1/%EF%BF%BD'],
])('SARIF names %s as the file %s, without a scheme', (url, uri) => {
  const { request } = failedCheck;
  if (request === undefined) throw new Error('a failure has a request');
  const described = reports.sarif(createRun({ ...failedCheck, cases: [], request: { ...request, url } }));
  expect(JSON.parse(described).runs[0].results[0].locations[0].physicalLocation.artifactLocation).toEqual({ uri });
  expect(described).not.toContain('uriBaseId');
});

describe('JUnit', () => {
  test('is well-formed, and its counts equal its content', () => {
    for (const result of listResults()) {
      const parsed = parseXml(Buffer.from(writeReport('junit', result)));
      if (!('root' in parsed)) throw new Error('not well-formed');
      const suites = parsed.root.children;
      const cases = suites.flatMap(({ children }) => children).filter(({ name }) => name === 'testcase');
      const having = (name: string) => cases.filter(({ children }) => children.some((child) => child.name === name));
      expect(parsed.root.name).toBe('testsuites');
      expect(parsed.root.attributes).toMatchObject({
        tests: String(cases.length),
        failures: String(having('failure').length),
        errors: String(having('error').length),
        skipped: String(having('skipped').length),
      });
      expect(cases).toHaveLength(result.results.length);
    }
  });

  test.runIf(hasXmllint())('is valid against the JUnit schema of CI servers', () => {
    const schema = new URL('testing/junit.xsd', import.meta.url).pathname;
    for (const result of listResults())
      execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], {
        input: writeReport('junit', result),
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    expect(() =>
      execFileSync('xmllint', ['--noout', '--schema', schema, '-'], { input: '<testsuites/>', stdio: 'pipe' }),
    ).toThrow();
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

test('the TAP report has a plan, one line per check in order, and valid YAML', () => {
  for (const result of listResults()) {
    const [version, ...lines] = writeReport('tap', result).trimEnd().split('\n');
    expect(version).toBe('TAP version 14');
    const blocks = [...writeReport('tap', result).matchAll(/^ {2}---\n([\s\S]*?)^ {2}\.\.\.$/gm)].map(
      ([, yaml = '']) => yaml,
    );
    for (const yaml of blocks) expect(parse(yaml)).toBeTypeOf('object');
    const described = lines.filter((line) => !line.startsWith('  ') && !line.startsWith('#'));
    const points = described.filter((line) => /^(not )?ok \d+ - \S/.test(line));
    expect(points.map((line) => Number(/\d+/.exec(line)?.[0]))).toEqual(result.results.map((_, place) => place + 1));
    expect(described.filter((line) => !points.includes(line) && !line.startsWith('Bail out!'))).toEqual([
      result.results.length === 0 ? expect.stringMatching(/^1\.\.0 # SKIP /) : `1..${result.results.length}`,
    ]);
  }
});

describe('HTML', () => {
  test('loads no resources and runs only its own script', () => {
    for (const result of listResults()) {
      const page = writeReport('html', result);
      const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
      expect(
        policy
          .replaceAll('&#39;', "'")
          .replaceAll(/sha256-[\w+/=]{44}/g, 'hash')
          .split('; '),
      ).toEqual([
        "default-src 'none'",
        "style-src 'hash'",
        "script-src 'hash'",
        "base-uri 'none'",
        "form-action 'none'",
      ]);
      expect(page.match(/<script/g)).toHaveLength(1);
      expect(page.match(/<style/g)).toHaveLength(1);
      expect(page).not.toMatch(/<[^>]+\s(on\w+|src|style|srcset|action)=/i);
      expect(page.match(/<[^>]+\shref="(?!#)[^"]*"/g)).toBeNull();
      expect(page).not.toMatch(/@import|url\(/);
    }
  });

  test('has a valid script, and filters that are hidden until it runs', () => {
    expect(new Script(script)).toBeInstanceOf(Script);
    expect(writeReport('html', sample)).toMatch(/<form class="filters"[^>]* hidden>/);
  });

  test('has balanced tags, unique anchors and valid links', () => {
    for (const result of listResults()) {
      const page = writeReport('html', result);
      const ids = [...page.matchAll(/<[^>]+\sid="([^"]+)"/g)].map(([, id]) => id);
      const aims = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const element of ['details', 'section', 'summary', 'table', 'ul', 'dl', 'div', 'form'])
        expect([element, page.split(`<${element}`).length]).toEqual([element, page.split(`</${element}>`).length]);
      expect(result.results.length === 0 ? [] : aims.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });
});

test('no format is empty for any result', () => {
  for (const format of Object.keys(reports) as ReportFormat[]) // its own keys
    for (const result of listResults()) expect(writeReport(format, result).length).toBeGreaterThan(40);
});
