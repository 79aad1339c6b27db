import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chooseRuns } from '../../base/testing/depth.ts';
import { HONEST_KEYS } from '../../lab/targets/honest-target.ts';
import type { RunResult } from '../engine/results/result.ts';
import { parseXml } from '../reading/rss.ts';
import { KEY_ENCODINGS } from '../testing/hostile-text-target.ts';
import { createRun, failedCheck, HOSTILE, passedCheck, untestableCheck } from '../testing/made-up-results.ts';
import { readHostileSampleRun } from '../testing/sample-run.ts';
import { type ReportFormat, reports } from './index.ts';

/*
 * Text from a target has no effect on terminals, browsers, parsers or CI servers.
 */

const FORMATS = Object.keys(reports) as readonly ReportFormat[]; // its own keys

/** A run in which every text from the target is the same string. */
function createRunWithText(hostileText: string): RunResult {
  const { request } = failedCheck;
  if (request === undefined) throw new Error('a failure has a request');
  const record = {
    ...request,
    url: `https://portal.example/v1/${encodeURIComponent(hostileText.toWellFormed())}`,
    contentType: hostileText,
    excerpt: hostileText,
    responseHeaders: [[hostileText, hostileText] as const, ['Location', hostileText] as const],
  };
  const broken = {
    ...failedCheck,
    expected: hostileText,
    saw: hostileText,
    request: record,
    evidence: [record],
    cases: [{ name: hostileText, outcome: 'fail' as const, expected: hostileText, saw: hostileText, request: record }],
  };
  const result = createRun(
    passedCheck,
    broken,
    { ...untestableCheck, reason: hostileText },
    { ...broken, id: 'limit/advice', outcome: 'warning', decides: false },
  );
  const stopped = hostileText;
  return {
    ...result,
    stopped,
    exitReason: hostileText,
    choices: [{ id: 'limit.zero', title: 'Its reading', gap: 'lists.order', reading: hostileText, evidence: [record] }],
    bindings: {
      origin: 'inferred',
      contract: 'published',
      found: [
        {
          name: 'transactions.rows',
          value: hostileText,
          confidence: 'guess',
          from: ['names'],
          evidence: [hostileText],
        },
      ],
      missing: [],
    },
  };
}

/** Characters that act when they are printed; lines end with the one that is left out. */
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '\u001b[31m',
          '\u009b2J',
          '\u202e',
          '\u2028',
          '\u0000',
          '\r',
          '\n',
          '\ud800',
          '</script>',
          '</details>',
          '<!--',
          '-->',
        ],
        ...[
          ']]>',
          '</failure>',
          '&lt;',
          '"',
          "'",
          '`',
          '```',
          '````',
          '\n::error::',
          '::error::',
          ' ::add-mask::x',
          '##[error]',
          '%0A',
        ],
        ...[
          '##vso[task.x]',
          '\n...\n',
          '\n---\n',
          '\nnot ok 9',
          '# SKIP',
          '# todo',
          '1..0',
          '\\',
          '|',
          '[a](b)',
          '![a](b)',
          '<b>',
          '\n## h',
          '- [ ] x',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((pieces) => `text ${pieces.join('')}`);

describe.each(FORMATS)('the %s report', (format) => {
  test('contains no control characters and no CI commands except its own', () => {
    fc.assert(
      fc.property(hostile, (hostileText) => {
        const text = reports[format](createRunWithText(hostileText));
        expect(ACTING.exec(text.replaceAll('\n', ''))?.[0]).toBeUndefined();
        expect(/##\w*\[/.exec(text)?.[0]).toBeUndefined();
        const commands = text.split('\n').filter((line) => /^\s*::/.test(line));
        expect(commands.filter((line) => !/^::(error|warning|notice) title=[^:]*::/.test(line))).toEqual([]);
        expect(commands).toHaveLength(format === 'github' ? 5 : 0);
      }),
      { numRuns: chooseRuns(8, 100) },
    );
  });

  test('has the same number of lines for any text from the target', () => {
    const skeleton = (hostileText: string) => reports[format](createRunWithText(hostileText)).split('\n').length;
    // Text and HTML break long text, and Markdown widens a fence on its own line.
    const hostileText = HOSTILE.replaceAll(' ', '_');
    if (format !== 'html') expect(skeleton(hostileText)).toBe(skeleton('x'.repeat(hostileText.length)));
    expect(reports[format](createRunWithText('harmless'))).toContain('harmless');
  });
});

test('the HTML report contains no element or attribute from the target', () => {
  fc.assert(
    fc.property(hostile, (hostileText) => {
      const elements = (page: string) => [
        ...page.replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, '').matchAll(/<[^>]*>/g),
      ];
      const shape = (page: string) => elements(page).map(([element]) => element.replaceAll(/"[^"]*"/g, '""'));
      expect(shape(reports.html(createRunWithText(hostileText)))).toEqual(
        shape(reports.html(createRunWithText('harmless'))),
      );
    }),
    { numRuns: chooseRuns(6, 100) },
  );
});

test('the JUnit report stays well-formed with the same structure', () => {
  const names = (hostileText: string): unknown => {
    const parsed = parseXml(Buffer.from(reports.junit(createRunWithText(hostileText))));
    return (
      'root' in parsed &&
      parsed.root.children
        .flatMap(({ children }) => children)
        .flatMap((one) => one.children.map(({ name }) => `${one.name} ${name}`))
    );
  };
  fc.assert(
    fc.property(hostile, (hostileText) => {
      expect(names(hostileText)).toEqual(names('harmless'));
    }),
    { numRuns: chooseRuns(6, 100) },
  );
  expect(names('harmless')).toEqual([
    'properties property',
    'testcase skipped',
    'testcase failure',
    'testcase system-out',
  ]);
});

test('JSON, HAR and SARIF reports parse to the original text', () => {
  fc.assert(
    fc.property(hostile, (hostileText) => {
      const [, broken] = JSON.parse(reports.json(createRunWithText(hostileText))).results;
      expect(broken.saw).toBe(hostileText);
      const [entry] = JSON.parse(reports.har(createRunWithText(hostileText))).log.entries;
      expect(entry.response.content.text).toBe(hostileText);
      expect(JSON.parse(reports.sarif(createRunWithText(hostileText))).runs[0].results).toHaveLength(2);
    }),
    { numRuns: chooseRuns(6, 100) },
  );
});

test('the TAP report keeps its plan, and its YAML blocks contain only strings', () => {
  fc.assert(
    fc.property(hostile, (hostileText) => {
      const tap = reports.tap(createRunWithText(hostileText));
      expect(tap.match(/^(not )?ok \d+/gm)).toEqual(['ok 1', 'not ok 2', 'ok 3', 'not ok 4']);
      const blocks = [...tap.matchAll(/^ {2}---\n([\s\S]*?)^ {2}\.\.\.$/gm)].map(([, yaml = '']) => parse(yaml));
      expect(blocks).toHaveLength(2);
      for (const block of blocks) expect(Object.values(block).every((text) => typeof text === 'string')).toBe(true);
    }),
    { numRuns: chooseRuns(6, 100) },
  );
});

test('the Markdown report shows text from the target only as code', () => {
  fc.assert(
    fc.property(hostile, (hostileText) => {
      const marked = `M${hostileText}M`;
      const markdown = reports.markdown(createRunWithText(marked));
      const outside = markdown
        .replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
        .replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
      expect(outside).not.toMatch(/M.*M|<(?!\/?(details|summary)>)/);
    }),
    { numRuns: chooseRuns(6, 100) },
  );
});

describe('a target that adds text to all responses and repeats keys in every spelling', () => {
  const judged = readHostileSampleRun();

  test('fails checks', async () => {
    const outcomes = new Set((await judged).results.map(({ outcome }) => outcome));
    expect(outcomes).toContain('fail');
    expect(outcomes).toContain('pass');
    expect(outcomes).not.toContain('error');
  });

  test.each(FORMATS)('has no key and no CI command in the %s report', async (format) => {
    const text = reports[format](await judged);
    const described = [...HONEST_KEYS.values()].flatMap((key) =>
      KEY_ENCODINGS.map((spell) => spell(key).toLowerCase()),
    );
    expect(described.length).toBeGreaterThan(20);
    expect(described.filter((spelled) => text.toLowerCase().includes(spelled))).toEqual([]);
    expect(ACTING.exec(text.replaceAll('\n', ''))?.[0]).toBeUndefined();
    expect(/##\w*\[/.exec(text)?.[0]).toBeUndefined();
    const commands = text.split('\n').filter((line) => /^\s*::/.test(line));
    expect(commands.filter((line) => !/^::(error|warning|notice) title=[^:]*::/.test(line))).toEqual([]);
    expect(commands.length > 0).toBe(format === 'github');
  });

  test('still has its text in the reports', async () => {
    const result = await judged;
    expect(reports.har(result)).toContain('[key east]');
    expect(reports.json(result)).toContain('[key east]');
    expect(reports.html(result)).toContain('&lt;script&gt;alert(2)');
    expect(reports.html(result).match(/<script/g)).toHaveLength(1);
  });
});
