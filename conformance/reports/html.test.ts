import { describe, expect, test } from 'vitest';
import type { BindingsSummary, CheckResult } from '../engine/results/result.ts';
import {
  createRun,
  failedAdvice,
  failedCheck,
  fullRun,
  passedCheck,
  untestableCheck,
} from '../testing/made-up-results.ts';
import { formatHtmlReport } from './html.ts';

const headOf = (page: string): string => /<header class="top">[\s\S]*?<\/header>/.exec(page)?.[0] ?? '';
/** The page without its script, style and tags. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');

describe('the head of the HTML report', () => {
  test('states what is wrong with links, what could not be verified, and the next step', () => {
    const head = headOf(formatHtmlReport(fullRun));
    expect(textOf(head)).toContain(`Wrong2 required checks failed for probably 1 cause: ${failedCheck.id}`);
    expect(head).toContain('<a href="#check-scope-foreign-terminal-filter-gives-nothing">');
    expect(textOf(head)).toContain('Not verified1 required check');
    expect(textOf(head)).toContain(`reproduce ${failedCheck.id}, and correct the service: curl -sSi `);
  });

  test('lists the keys with what they can read', () => {
    expect(headOf(formatHtmlReport(createRun()))).toMatch(
      /<td>east<\/td><td class="num">3<\/td><td class="num">18<\/td><td class="num">18<\/td>/,
    );
    expect(headOf(formatHtmlReport({ ...createRun(), keys: [] }))).not.toContain('<table>');
  });

  const bound = (bindings: Partial<BindingsSummary>): string =>
    textOf(
      headOf(
        formatHtmlReport({
          ...fullRun,
          bindings: { origin: 'inferred', contract: 'published', found: [], missing: [], ...bindings },
        }),
      ),
    );
  test('recommends conform init if inferred bindings are guesses or missing', () => {
    const hint = 'run fleetkit conform init https://portal.example';
    expect(bound({ missing: ['portal.dns_state'] })).toContain(
      `0 guessed, 1 not found. To review and correct them, ${hint}`,
    );
    const guess = { name: 'transactions.id', value: '/id', confidence: 'guess', from: [], evidence: [] } as const;
    expect(bound({ found: [guess] })).toContain(`1 guessed, 0 not found. To review and correct them, ${hint}`);
    expect(bound({ found: [{ ...guess, confidence: 'likely' }] })).not.toContain('conform init');
    expect(bound({ origin: 'config', missing: ['portal.dns_state'] })).not.toContain('conform init');
  });

  test('counts required checks and advice that were not verified apart', () => {
    const page = formatHtmlReport(createRun(untestableCheck, { ...untestableCheck, id: 'auth/other', decides: false }));
    expect(textOf(headOf(page))).toMatch(/1 required checks not verified .*1 advice checks not verified/);
    expect(page).toContain('Required checks that could not be decided.');
    expect(page).toContain('Recommendations and assumptions that could not be decided.');
  });
});

describe('the cards of the HTML report', () => {
  test('state a reason once for all checks that share it', () => {
    const others = Array.from(
      { length: 3 },
      (_, place): CheckResult => ({ ...untestableCheck, id: `auth/other-${place}` }),
    );
    const page = formatHtmlReport({ ...createRun(untestableCheck, ...others), baseline: [] });
    const cards = page.slice(page.indexOf('<main'));
    expect(cards.match(/this check changes data/g)).toHaveLength(1);
    expect(cards).toContain('· 4 checks');
    expect(cards.match(/<details id="check-auth-/g)).toHaveLength(4);
  });

  test('state the reason of a known issue', () => {
    const known = { reason: 'no writes here', isExpired: false };
    const page = formatHtmlReport(createRun({ ...untestableCheck, known }));
    expect(page).toContain('<dt>Reason</dt><dd>this check changes data');
  });

  test('show advice open, with what was received', () => {
    const page = formatHtmlReport(createRun({ ...failedAdvice, saw: 'no challenge' }));
    expect(page).toMatch(/data-verdict="advice"\s[^>]* open>/);
    expect(page).toContain('<span class="came">200 application/json, no challenge</span>');
  });
});

describe('the exchanges of the HTML report', () => {
  const record = failedCheck.evidence[0];
  if (record === undefined) throw new Error('a failure has evidence');
  const body = '{"marker":1}';

  test('are rendered once, in a failure or in the appendix, and linked to elsewhere', () => {
    const evidence = [{ ...record, excerpt: body }];
    const passed = ['a', 'b', 'c'].map((name): CheckResult => ({ ...passedCheck, id: `auth/${name}`, evidence }));
    const appendix = formatHtmlReport(createRun(...passed));
    expect(appendix.split(body)).toHaveLength(2);
    expect(appendix.match(/href="#x1"/g)).toHaveLength(3);
    expect(appendix.indexOf('id="x1"')).toBeGreaterThan(appendix.indexOf('id="exchanges"'));
    const failure = formatHtmlReport(createRun(...passed, { ...failedCheck, evidence }));
    expect(failure.split(body)).toHaveLength(2);
    expect(failure.indexOf('id="x1"')).toBeLessThan(failure.indexOf('id="passed"'));
    expect(failure).not.toContain('id="exchanges"');
  });

  test('remain small for a service with hostile bodies and media types', () => {
    const results = Array.from(
      { length: 240 },
      (_, check): CheckResult => ({
        ...passedCheck,
        id: `auth/number-${check}`,
        evidence: Array.from({ length: 8 }, (_, place) => ({
          ...record,
          url: `${record.url}&page=${(check * 8 + place) % 400}`,
          contentType: '\u202e'.repeat(4000),
          excerpt: '\u0000<'.repeat(200),
        })),
      }),
    );
    expect(Buffer.byteLength(formatHtmlReport(createRun(...results)))).toBeLessThan(1_000_000);
  });

  test('and all cases are in the page', () => {
    const cases = Array.from({ length: 200 }, (_, place) => ({
      name: `case-${place}.`,
      outcome: place < 100 ? ('fail' as const) : ('pass' as const),
    }));
    const page = formatHtmlReport(createRun({ ...failedCheck, cases }));
    expect(cases.filter(({ name }) => !page.includes(name))).toEqual([]);
  });
});
