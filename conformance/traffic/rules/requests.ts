import { operations } from '../../../spec/index.ts';
import { isSuccess } from '../../http/exchange.ts';
import { fail, pass } from '../../reading/verdicts/verdict.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { judgeEach, type TrafficRule } from './rule.ts';

const parametersAreKnown = judgeEach(
  {
    id: 'traffic/query-parameters-are-known',
    title: 'Requests have only query parameters that the contract declares',
    clause: 'query.unknown_parameter',
    level: 'should',
    party: 'client',
    shownBy: 'GET /v1/transactions?limit=1',
  },
  ({ exchange }, context) => {
    const { method, path } = operations[exchange.operation];
    const contract = context.contract();
    if (contract?.declares(method, path) !== true || exchange.request.method !== method) return undefined;
    const sent = [...new Set(new URL(exchange.request.url).searchParams.keys())];
    if (sent.length === 0) return undefined;
    const known = contract.queryParameters(method, path);
    const unknown = sent.filter((name) => !known.includes(name));
    if (unknown.length === 0) return pass(exchange);
    const expected = known.length === 0 ? 'no query parameter' : formatNames(known);
    return fail({ expected, actual: exchange, saw: formatNames(unknown) });
  },
);

const keysStayOutOfUrls = judgeEach(
  {
    id: 'traffic/keys-stay-out-of-urls',
    title: 'Requests have their key in a header, not in the URL',
    clause: 'auth.header',
    level: 'should',
    party: 'client',
    shownBy: 'a request with an X-API-Key header',
  },
  ({ exchange, caller }) => {
    if (caller.kind === 'none') return undefined;
    if (exchange.request.url.includes('[key') || exchange.request.url.includes('%5Bkey'))
      return fail({ expected: 'the key in X-API-Key only', actual: exchange, saw: 'a key in the URL' });
    return caller.kind === 'key' && isSuccess(exchange) ? pass(exchange) : undefined;
  },
);

export const requestRules: readonly TrafficRule[] = [parametersAreKnown, keysStayOutOfUrls];
