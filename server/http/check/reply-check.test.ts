import { describe, expect, test, vi } from 'vitest';
import type { SerialisedOnce } from '../../../base/serialised-row.ts';
import { isThorough } from '../../../base/testing/depth.ts';
import type { RowSource } from '../../contract.ts';
import { ReplyCheck } from './reply-check.ts';

const check = new ReplyCheck();
const problem = {
  type: '/problems/not-found',
  title: 'The resource does not exist.',
  status: 404,
  code: 'not_found',
  detail: 'The resource does not exist.',
  instance: '/v1/portal',
  request_id: 'req_0123456789',
};

const GROUP = {
  group_id: 'grp_a',
  name: 'A',
  group_kind: 'custom',
  parent_group_id: null,
  account_id: 'acct_a',
  terminal_count: 0,
  terminal_ids: [],
  created_at: '2026-11-02T15:00:00Z',
};

describe('validation of replies against the contract', () => {
  // In `npm test`, spec/contract.test.ts compiles them.
  test.runIf(isThorough)('compiles every schema of the contract', () => {
    expect([...check.compileAll()].length).toBeGreaterThan(150);
  });

  test('reports an undeclared status or media type', () => {
    const outgoing = { status: 418, mediaType: 'application/problem+json', body: problem };
    expect(check.findFault('getPortal', outgoing)).toMatch(/declares no 418/);
    expect(check.findFault('getPortal', { status: 200, mediaType: 'text/plain', body: '' })).toMatch(
      /declares no 200 text\/plain/,
    );
  });

  test('reports missing, additional and malformed members without their values', () => {
    const fault = (body: object) =>
      check.findFault('getLocation', { status: 404, mediaType: 'application/problem+json', body });
    expect(fault(problem)).toBeUndefined();
    const { detail: _, ...incomplete } = problem;
    expect(fault(incomplete)).toMatch(/detail/);
    expect(fault({ ...problem, stack: 'sbx-secret' })).toMatch(/additional.*stack/);
    expect(fault({ ...problem, code: 'sbx-secret' })).not.toMatch(/sbx-secret/);
  });

  test('reports a fault in a row of a list, frozen or not, on every page', () => {
    const page = { limit: 50, returned: 1, matched: 1, has_more: false, next_cursor: null };
    const fault = (...data: object[]) =>
      check.findFault('listTerminalGroups', {
        status: 200,
        mediaType: 'application/json',
        body: { object: 'list', data, page, summary: null, as_of: '2026-11-02T15:00:00Z' },
      });
    const good = Object.freeze(GROUP);
    const bad = Object.freeze({ ...GROUP, terminal_count: '0' });
    expect([fault(), fault(good), fault(good)]).toEqual([undefined, undefined, undefined]);
    for (const row of [bad, bad, { ...bad }]) expect(fault(good, row)).toMatch(/terminal_count/);
    expect(
      check.findFault('listTerminalGroups', {
        status: 200,
        mediaType: 'application/json',
        body: { object: 'list', data: [] },
      }),
    ).toMatch(/page/);
  });

  describe('of a list that keeps its texts', () => {
    const page = { limit: 50, returned: 1, matched: 1, has_more: false, next_cursor: null };
    const afterPage = { summary: null, as_of: '2026-11-02T15:00:00Z' };
    const list = (changes: Partial<RowSource>): RowSource => ({
      ...{ rows: [], presentAt: () => GROUP, page, end: {}, presentEnd: () => afterPage },
      ...changes,
    });
    const serialise = (source: RowSource) => {
      const made = check.serialiseList('listTerminalGroups', 200, source);
      return typeof made === 'string' ? made : String(made.bytes);
    };
    const formatText = (body: object) => Buffer.from(JSON.stringify({ object: 'list', ...body })).toString('latin1');

    test('presents and validates a row once, and a faulty row each time', () => {
      const group = { ...GROUP, name: 'Ä' };
      const presented: number[] = [];
      const serialiseRows = (rows: readonly SerialisedOnce[], row: object) =>
        serialise(
          list({
            rows,
            presentAt(index) {
              presented.push(index);
              return row;
            },
          }),
        );
      const good: SerialisedOnce = {};
      const bad: SerialisedOnce = {};
      for (const _ of [1, 2])
        expect(serialiseRows([good], group)).toBe(formatText({ data: [group], page, ...afterPage }));
      for (const _ of [1, 2]) expect(serialiseRows([good, bad], { ...group, name: 7 })).toMatch(/name/);
      expect(presented).toEqual([0, 1, 1]);
      expect(bad).toEqual({});
    });

    test('presents and validates what follows the page once, and a faulty end each time', () => {
      const end: SerialisedOnce = {};
      const presentEnd = vi.fn(() => afterPage);
      for (const limit of [50, 60])
        expect(serialise(list({ page: { ...page, limit }, end, presentEnd }))).toBe(
          formatText({ data: [], page: { ...page, limit }, ...afterPage }),
        );
      expect(presentEnd).toHaveBeenCalledTimes(1);
      const badEnd: SerialisedOnce = {};
      const faulty = list({ end: badEnd, presentEnd: () => ({ ...afterPage, as_of: 'today' }) });
      for (const _ of [1, 2]) expect(serialise(faulty)).toMatch(/as_of/);
      expect(badEnd).toEqual({});
      expect(serialise(list({ end: {}, presentEnd: () => ({}) }))).toMatch(/summary/);
    });

    test('validates each page', () => {
      const end: SerialisedOnce = {};
      const [good, bad] = [page, { ...page, next_cursor: 7 as unknown as string }]; // a fault
      expect(serialise(list({ page: bad, end }))).toMatch(/next_cursor/);
      expect(serialise(list({ page: good, end }))).toBe(formatText({ data: [], page, ...afterPage }));
      expect(serialise(list({ page: bad, end }))).toMatch(/next_cursor/);
    });

    test('reports what is no declared list', () => {
      expect(check.serialiseList('getLocation', 201, list({}))).toMatch(/declares no 201/);
      expect(check.serialiseList('getLocation', 200, list({}))).toBeTypeOf('string');
    });
  });

  test('reports a feed that is not RSS', () => {
    expect(
      check.findFault('getAccountFeed', { status: 200, mediaType: 'application/rss+xml', body: '<rss/>' }),
    ).toBeDefined();
  });

  test('reports a missing or malformed declared header', () => {
    const headers: Record<string, string> = {
      'x-request-id': 'req_0123456789',
      'cache-control': 'private',
      etag: '"a"',
      vary: 'Accept',
    };
    expect(check.findHeaderFault('getPortal', 200, (name) => headers[name])).toBeUndefined();
    expect(check.findHeaderFault('getPortal', 200, (name) => (name === 'etag' ? undefined : headers[name]))).toMatch(
      /etag/,
    );
    expect(check.findHeaderFault('getPortal', 200, (name) => (name === 'etag' ? 'W/"a"' : headers[name]))).toMatch(
      /etag/,
    );
  });
});
