import type { Choices } from '../dimensions/index.ts';
import { type PageInfo, type Refusal, refuse } from '../protocol/answers.ts';
import { namePagingParameters } from '../protocol/paging-parameters.ts';

/** Reads a parameter that may occur twice. */
export function readParameter(query: URLSearchParams, name: string, choices: Choices): string | undefined | Refusal {
  const values = query.getAll(name);
  if (values.length > 1 && choices.repeatedFilter === 'refused') return refuse('bad-parameter');
  return choices.repeatedFilter === 'last' ? values.at(-1) : values[0];
}

/** Reads `limit`: a number, nothing, or a refusal. */
export function readLimit(query: URLSearchParams, choices: Choices): number | undefined | Refusal {
  const text = query.get('limit');
  if (text === null) return undefined;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit === 0) return choices.malformedLimit === 'refused' ? refuse('bad-parameter') : undefined;
  const maximum = Number(choices.maximumLimit);
  if (limit > maximum) return choices.excessiveLimit === 'refused' ? refuse('bad-parameter') : maximum;
  if (choices.limitSteps === 'rounded-down' && limit > 5) return limit - (limit % 5);
  if (choices.limitSteps === 'only-some' && ![1, 2, 5, 10, 20, 25, 50, 100, 200, 500].includes(limit)) {
    return refuse('bad-parameter');
  }
  return limit;
}

interface Position {
  readonly offset: number;
  /** The instant at which a cursor froze the list. */
  readonly nowMs: number | undefined;
  /** The query that the cursor continues. */
  readonly query: URLSearchParams;
}

/** Reads the position of a page from the query: a token, an offset or a page number. */
export function readPosition(query: URLSearchParams, size: number, choices: Choices): Position | Refusal {
  const invalid = refuse('bad-parameter');
  const names = namePagingParameters(choices);
  const start = { offset: 0, nowMs: undefined, query };
  if (choices.paging === 'none' || choices.paging === 'none-but-a-default-limit') return start;
  if (choices.paging === 'page-number') {
    const page = query.get(names.page) ?? '1';
    return /^[1-9]\d{0,6}$/.test(page) ? { ...start, offset: (Number(page) - 1) * size } : invalid;
  }
  const usesToken = choices.paging === 'cursor' || choices.paging === 'header-token';
  if (!usesToken) {
    const offset = query.get(names.offset) ?? '0';
    return /^\d{1,7}$/.test(offset) ? { ...start, offset: Number(offset) } : invalid;
  }
  const token = query.get(names.cursor);
  if (token === null || token === '') return start;
  const kept = new URLSearchParams(Buffer.from(token, 'base64url').toString('utf8'));
  const offset = Number(kept.get('_offset') ?? 'NaN');
  const nowMs = Number(kept.get('_now') ?? 'NaN');
  if (!Number.isInteger(offset) || !Number.isInteger(nowMs)) return invalid;
  kept.delete('_offset');
  kept.delete('_now');
  return { offset, nowMs, query: kept };
}

interface PageRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly size: number;
  readonly offset: number;
  readonly total: number;
  readonly nowMs: number;
}

/** Describes a page and how to request the next one. */
export function describePage(request: PageRequest, choices: Choices): PageInfo | undefined {
  const { path, query, size, offset, total, nowMs } = request;
  if (choices.paging === 'none' || choices.paging === 'none-but-a-default-limit') return undefined;
  const end = offset + size;
  // A cursor service may hand out a cursor after the last row, whose page is empty.
  const hasNext = end < total || (choices.lastPage === 'empty-page-follows' && end === total && total > 0);
  if (!hasNext) return { total, offset, size, next: undefined, path };
  const next = new URLSearchParams(query);
  const names = namePagingParameters(choices);
  for (const name of Object.values(names)) next.delete(name);
  if (choices.paging === 'cursor' || choices.paging === 'header-token') {
    const kept = new URLSearchParams(next);
    kept.set('_offset', String(end));
    kept.set('_now', String(nowMs));
    next.set(names.cursor, Buffer.from(kept.toString()).toString('base64url'));
  } else if (choices.paging === 'page-number') next.set(names.page, String(Math.floor(offset / size) + 2));
  else next.set(names.offset, String(end));
  return { total, offset, size, next, path };
}
