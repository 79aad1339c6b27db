import { type OperationId, operations } from '../../../spec/index.ts';
import { isWebPage } from '../../http/response-kind.ts';
import { findRootProblem, parseFeed } from '../../reading/rss.ts';
import { Concluded, fail, inconclusive, pass, type Verdict } from '../../reading/verdicts/verdict.ts';
import { formatNames } from '../../slots/read-lists.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';
import { judgeEach, type TrafficRule } from './rule.ts';

const FEEDS: readonly OperationId[] = ['getAccountFeed', 'getTerminalFeed'];

const isRead = ({ exchange: { request } }: SeenExchange): boolean => request.method === 'GET';

/** Whether an exchange is a success of a read with its whole body, and no page of another system. */
const isWholeRead = (seen: SeenExchange): boolean =>
  isRead(seen) &&
  seen.hasBody &&
  seen.exchange.status === 200 &&
  seen.exchange.bytes.length > 0 &&
  !isWebPage(seen.exchange);

const isFeed = ({ exchange }: SeenExchange): boolean => FEEDS.includes(exchange.operation);

/** Whether a response is written as a feed. A refusal may have the status of a success, and any other form. */
const isMarkup = ({ exchange }: SeenExchange): boolean => /^\ufeff?\s*</.test(exchange.text.slice(0, 100));

/** Returns the verdict of a judgement that may end early. */
export function catchConcluded(judge: () => Verdict | undefined): Verdict | undefined {
  try {
    return judge();
  } catch (thrown) {
    if (thrown instanceof Concluded) return thrown.verdict;
    throw thrown;
  }
}

/** Content types of something else than JSON. The document states none for JSON, so a text or a file to download may be JSON. */
const OF_SOMETHING_ELSE = /xml|csv|pdf|^(image|audio|video|multipart)\//;

const readsReturnJson = judgeEach(
  {
    id: 'traffic/reads-return-json',
    title: 'Every read except the feeds returns JSON',
    clause: 'http.json_reads',
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/portal',
  },
  (seen) => {
    const { exchange } = seen;
    if (!isWholeRead(seen) || isFeed(seen) || !exchange.isReadable) return undefined;
    if (OF_SOMETHING_ELSE.test(exchange.mediaType))
      return fail({ expected: 'JSON', actual: exchange, saw: exchange.mediaType });
    if (exchange.json !== undefined) return pass(exchange);
    // what recorded the traffic may have cut the body
    return isCertainlyWhole(seen)
      ? fail({ expected: 'JSON', actual: exchange, saw: 'a body that is not JSON' })
      : inconclusive('the body is not JSON, but the recording may have cut it', exchange);
  },
);

/** Whether the length that the service states is that of the recorded body. */
const isCertainlyWhole = ({ exchange, isCertainlyWhole: isKnownWhole }: SeenExchange): boolean =>
  isKnownWhole ||
  (exchange.header('content-encoding') === undefined &&
    Number(exchange.header('content-length') ?? Number.NaN) === exchange.bytes.length);

const feedsAreServedAsRss = judgeEach(
  {
    id: 'traffic/feeds-are-served-as-rss',
    title: 'Both feeds are served as application/rss+xml',
    clause: 'feeds.account.content_type',
    covers: ['feeds.terminal.content_type'],
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/feeds/account.xml',
  },
  (seen) => {
    const { exchange } = seen;
    if (!isWholeRead(seen) || !isFeed(seen) || !isMarkup(seen)) return undefined;
    if (exchange.mediaType === 'application/rss+xml') return pass(exchange);
    return fail({ expected: 'application/rss+xml', actual: exchange, saw: exchange.mediaType || 'no content type' });
  },
);

const feedsAreRss = judgeEach(
  {
    id: 'traffic/feeds-are-rss',
    title: 'Both feeds are well-formed RSS of any version',
    clause: 'feeds.account.get',
    covers: ['feeds.terminal.get'],
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/feeds/account.xml',
  },
  (seen) =>
    catchConcluded(() => {
      const { exchange } = seen;
      if (!isWholeRead(seen) || !isFeed(seen) || !isMarkup(seen)) return undefined;
      const parsed = parseFeed(exchange);
      if ('problem' in parsed)
        return isCertainlyWhole(seen)
          ? fail({ expected: 'well-formed XML', actual: exchange, saw: parsed.problem })
          : inconclusive('the feed is not well-formed, but the recording may have cut it', exchange);
      const problem = findRootProblem(parsed.root);
      return problem === undefined ? pass(exchange) : fail({ expected: 'RSS', actual: exchange, saw: problem });
    }),
);

const keysAreNotRepeated = judgeEach(
  {
    id: 'traffic/keys-are-not-repeated',
    title: 'No response contains an API key that was sent',
    clause: 'auth.key_safety',
    level: 'should',
    party: 'service',
    shownBy: 'a request with an X-API-Key header',
  },
  ({ exchange, hasBody, caller }, { callers }) => {
    if (caller.kind !== 'key' || !hasBody || isWebPage(exchange)) return undefined;
    const header = exchange.headers.find(([, value]) => callers.containsKey(value));
    if (header === undefined && !callers.containsKey(exchange.text)) return pass(exchange);
    const saw = header === undefined ? 'a key in the body' : `a key in the header ${header[0]}`;
    return fail({ expected: 'no key', actual: exchange, saw });
  },
);

const responsesKeepTheContract = judgeEach(
  {
    id: 'traffic/responses-keep-the-contract',
    title: 'Responses match the contract: statuses, content types and schemas',
    clause: 'schema.closed',
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/portal',
  },
  (seen, context) =>
    catchConcluded(() => {
      const { exchange, hasBody } = seen;
      const { method } = exchange.request;
      const contract = context.contract();
      const isDocumented = operations[exchange.operation].method === method;
      if (contract === undefined || !hasBody || !isDocumented || exchange.status === 304) return undefined;
      // a page of a proxy is no response of the service, and a body that cannot be read has its own rule
      if (isWebPage(exchange) || !exchange.isReadable || exchange.status >= 500) return undefined;
      if (exchange.json === undefined && !isFeed(seen)) return undefined;
      const problems = contract.findProblems(exchange);
      if (problems.length === 0) return pass(exchange);
      return fail({ expected: 'the contract', actual: exchange, saw: formatNames(problems) });
    }),
);

export const responseRules: readonly TrafficRule[] = [
  responsesKeepTheContract,
  readsReturnJson,
  feedsAreServedAsRss,
  feedsAreRss,
  keysAreNotRepeated,
];
