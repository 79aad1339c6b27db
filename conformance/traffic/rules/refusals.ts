import { isWebPage } from '../../http/response-kind.ts';
import { fail, pass } from '../../reading/verdicts/verdict.ts';
import { judgeEach, type TrafficRule } from './rule.ts';

const problemsNameTheirStatus = judgeEach(
  {
    id: 'traffic/problems-name-their-status',
    title: 'A problem document has the status of its response',
    clause: 'errors.format',
    level: 'should',
    party: 'service',
    shownBy: 'a refused request',
  },
  ({ exchange, hasBody }) => {
    if (exchange.mediaType !== 'application/problem+json' || !hasBody || !exchange.isReadable) return undefined;
    const { json } = exchange;
    if (typeof json !== 'object' || json === null || !('status' in json)) return undefined;
    if (json.status === exchange.status) return pass(exchange);
    const expected = `the status ${exchange.status}`;
    return fail({ expected, actual: exchange, saw: JSON.stringify(json.status) });
  },
);

/** Seconds, or a date of HTTP in any of its three forms (RFC 9110, section 5.6.7). */
const IS_RETRY_AFTER =
  /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(day|sday|nesday|rsday|urday)?,? (\d\d[ -]\w{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT|\w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}))$/;

const retriesHaveATime = judgeEach(
  {
    id: 'traffic/retries-have-a-time',
    title: '`Retry-After` is a number of seconds or a date',
    clause: 'limits.rate',
    covers: [],
    level: 'should',
    party: 'service',
    shownBy: 'a response 429 or 503',
  },
  ({ exchange }, context) => {
    const value = exchange.header('retry-after');
    if (value !== undefined)
      return IS_RETRY_AFTER.test(value.trim())
        ? pass(exchange)
        : fail({ expected: 'seconds or a date', actual: exchange, saw: value });
    const isLate = exchange.status === 429 || exchange.status === 503;
    // a page of a gateway is no response of the service
    if (!isLate || context.bindings()?.origin !== 'builtin' || isWebPage(exchange)) return undefined;
    return fail({ expected: 'Retry-After', actual: exchange, saw: `status ${exchange.status} without it` });
  },
);

export const refusalRules: readonly TrafficRule[] = [problemsNameTheirStatus, retriesHaveATime];
