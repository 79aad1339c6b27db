import { describe, expect, it } from 'vitest';
import { DIMENSIONS } from '../dimensions/index.ts';
import type { ListAnswer } from '../protocol/answers.ts';
import { createShape } from '../shape.ts';
import { answerRequest } from './respond.ts';
import { createService } from './service.ts';

const readClock = () => Date.UTC(2026, 5, 1);
const PAGED = DIMENSIONS.paging.values.map((each) => each.value).filter((value) => !value.startsWith('none'));

/** Follows the pages of a list to its end and returns the keys of all rows. */
function followPages(set: Record<string, string>, start: string): { keys: string[]; sizes: number[] } {
  const service = createService(createShape(0, { only: [], set }), { readClock });
  const key = service.world.users[0]?.apiKey;
  const keys: string[] = [];
  const sizes: number[] = [];
  let query: URLSearchParams | undefined = new URLSearchParams(start);
  while (query !== undefined && sizes.length < 200) {
    const { answer } = answerRequest(service, { method: 'GET', path: '/v1/transactions', query, key, body: undefined });
    expect(answer.kind).toBe('list');
    const list = answer as ListAnswer;
    keys.push(...list.records.map((each) => each.about?.key ?? ''));
    sizes.push(list.records.length);
    query = list.page?.next;
  }
  return { keys, sizes };
}

describe('paging', () => {
  const all = followPages({ paging: 'none' }, '').keys;

  it.each(PAGED)('shows every row once (%s)', (paging) => {
    const { keys } = followPages({ paging, pageSize: '25' }, '');
    expect(keys).toEqual(all);
  });

  it.each(PAGED)('keeps filters, sort and limit on later pages (%s)', (paging) => {
    const query = 'terminal_id=terminal-0001&sort_by=amt_comp&sort_dir=desc&limit=6';
    const { keys, sizes } = followPages({ paging }, query);
    const whole = followPages({ paging: 'none' }, query.replace('&limit=6', '')).keys;
    expect(keys).toEqual(whole);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6);
  });

  it.each(PAGED)('counts the whole list against limit where the shape requires it (%s)', (paging) => {
    const { keys } = followPages({ paging, pageSize: '10', limitScope: 'whole-list' }, 'limit=25');
    expect(keys).toEqual(all.slice(0, 25));
  });

  it('ends with an empty page where the shape requires it', () => {
    const { keys, sizes } = followPages(
      { paging: 'cursor', lastPage: 'empty-page-follows', pageSize: '10' },
      'terminal_id=terminal-0001&limit=1',
    );
    expect(sizes.at(-1)).toBe(0);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
