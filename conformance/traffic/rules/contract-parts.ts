import { operations } from '../../../spec/index.ts';
import { isSuccess } from '../../http/exchange.ts';
import { isWebPage } from '../../http/response-kind.ts';
import { fail, pass } from '../../reading/verdicts/verdict.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { catchConcluded } from './responses.ts';
import { judgeEach, type TrafficRule } from './rule.ts';

const requestsKeepTheContract = judgeEach(
  {
    id: 'traffic/requests-keep-the-contract',
    title: 'Bodies and query values of requests match the contract',
    clause: 'disputes.create_request',
    level: 'should',
    party: 'client',
    shownBy: 'POST /v1/disputes',
  },
  ({ exchange }, context) =>
    catchConcluded(() => {
      const contract = context.contract();
      const { method, path } = operations[exchange.operation];
      if (contract?.declares(method, path) !== true) return undefined;
      const problems = contract.findRequestProblems(exchange);
      if (problems === undefined) return undefined;
      return problems.length === 0
        ? pass(exchange)
        : fail({ expected: 'the contract', actual: exchange, saw: formatNames(problems) });
    }),
);

/** Some software records only the media type. */
const FEWEST_HEADERS = 2;

const requiredHeadersAreSent = judgeEach(
  {
    id: 'traffic/required-headers-are-sent',
    title: 'Responses have the headers that the contract requires',
    clause: 'http.request_id',
    level: 'should',
    party: 'service',
    shownBy: 'GET /v1/portal',
  },
  ({ exchange }, context) => {
    const { method } = operations[exchange.operation];
    if (exchange.request.method !== method || !isSuccess(exchange) || isWebPage(exchange)) return undefined;
    const required = context.contract()?.listRequiredHeaders(exchange) ?? [];
    if (required.length === 0 || exchange.headers.length < FEWEST_HEADERS) return undefined;
    const missing = required.filter((name) => exchange.header(name) === undefined);
    return missing.length === 0
      ? pass(exchange)
      : fail({ expected: formatNames(required), actual: exchange, saw: `none of ${formatNames(missing)}` });
  },
);

/** Rules about the parts of a contract beside the schemas of responses. */
export const contractPartRules: readonly TrafficRule[] = [requestsKeepTheContract, requiredHeadersAreSent];
