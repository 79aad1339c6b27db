import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Exchange, findHeader } from '../../http/exchange.ts';
import { fail, pass } from '../../reading/verdicts/verdict.ts';
import { judgeEach, type TrafficRule } from './rule.ts';

const CONDITIONS = ['if-none-match', 'if-modified-since'];

/** Returns the opaque parts of a list of entity tags: those of the weak comparison (RFC 9110, section 8.8.3.2). */
const listTags = (value: string): string[] => [...value.matchAll(/"([^"]*)"/g)].map(([, tag]) => tag ?? '');

const isRead = ({ request }: Exchange): boolean => request.method === 'GET' || request.method === 'HEAD';

const notModifiedNeedsACondition = judgeEach(
  {
    id: 'traffic/not-modified-needs-a-condition',
    title: '304 answers only a request with a condition, about a version that the client has',
    clause: 'http.conditional',
    level: 'should',
    party: 'service',
    shownBy: 'GET /v1/portal with If-None-Match',
  },
  ({ exchange }) => {
    const { status, request } = exchange;
    // some software leaves out the headers of requests
    if (status !== 304 || !isRead(exchange) || request.headers.length === 0) return undefined;
    if (!CONDITIONS.some((name) => findHeader(request.headers, name) !== undefined))
      return fail({ expected: 'a response with a body', actual: exchange, saw: '304 without a condition' });
    const [sent, own] = [findHeader(request.headers, 'if-none-match'), exchange.header('etag')];
    if (sent === undefined || own === undefined || sent.trim() === '*') return pass(exchange);
    const [tag] = listTags(own);
    if (tag === undefined || listTags(sent).includes(tag)) return pass(exchange);
    return fail({ expected: `304 about one of ${sent}`, actual: exchange, saw: `304 about ${own}` });
  },
);

/** The number of entity tags to remember. */
const MOST_TAGS = 10_000;

const strongTagsNameOneBody: TrafficRule = {
  id: 'traffic/strong-tags-name-one-body',
  title: 'A strong `ETag` names one body of a path',
  clause: 'http.conditional',
  level: 'should',
  party: 'service',
  shownBy: 'two requests for one path',
  open: () => {
    const digests = new LRUCache<string, string>({ max: MOST_TAGS });
    return {
      observe({ exchange, caller, hasBody, isCertainlyWhole }) {
        const tag = exchange.header('etag');
        const isWhole = isCertainlyWhole || Number(exchange.header('content-length')) === exchange.bytes.length;
        if (tag === undefined || !tag.startsWith('"') || exchange.status !== 200 || !hasBody || !isWhole)
          return undefined;
        if (exchange.request.method !== 'GET' || caller.kind === 'unknown') return undefined;
        const name = JSON.stringify([caller.name, exchange.request.url, exchange.mediaType, tag]);
        const digest = createHash('sha256').update(exchange.bytes).digest('base64');
        const before = digests.get(name);
        digests.set(name, digest);
        if (before === undefined) return undefined;
        return before === digest
          ? pass(exchange)
          : fail({ expected: `the body that had ${tag} before`, actual: exchange, saw: 'another body' });
      },
    };
  },
};

export const validatorRules: readonly TrafficRule[] = [notModifiedNeedsACondition, strongTagsNameOneBody];
