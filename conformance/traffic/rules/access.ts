import { LRUCache } from 'lru-cache';
import { type OperationId, operations } from '../../../spec/index.ts';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import { containsData, isWebPage } from '../../http/response-kind.ts';
import { hasScalars, listScalars } from '../../reading/refusal.ts';
import { decideServed } from '../../reading/served.ts';
import { fail, pass, type Verdict } from '../../reading/verdicts/verdict.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';
import type { RuleObserver, TrafficRule } from './rule.ts';

/** The memory for responses that are compared with later ones. */
const MOST_BYTES = 16 * 2 ** 20;

const createMemory = () =>
  new LRUCache<string, Exchange>({ maxSize: MOST_BYTES, sizeCalculation: ({ bytes }) => bytes.length + 1000 });

const isProtectedRead = ({ exchange }: SeenExchange): boolean =>
  exchange.request.method === 'GET' && !operations[exchange.operation].isPublic;

const isServed = ({ exchange, hasBody }: SeenExchange): boolean =>
  hasBody && isSuccess(exchange) && !isWebPage(exchange) && containsData(exchange);

/** A refusal with the status of a success has fewer values. */
const FEWEST_VALUES = 12;

/** Whether a response certainly has data, and is no refusal with the status of a success. */
function hasMuchData(seen: SeenExchange): boolean {
  const { exchange } = seen;
  if (!isServed(seen) || !exchange.isReadable) return false;
  return exchange.json === undefined
    ? listScalars(exchange).length >= FEWEST_VALUES
    : hasScalars(exchange.json, FEWEST_VALUES);
}

/** Compares responses without a key with those of the same URL to a key, in either order. */
function openKeyRule(): RuleObserver {
  const withKey = createMemory();
  const without = createMemory();
  const opened = new Map<OperationId, Exchange>();
  const judge = (control: Exchange | undefined, probe: Exchange | undefined): Verdict | undefined => {
    if (control === undefined || probe === undefined || decideServed({ control, probe }).kind !== 'served')
      return undefined;
    const expected = 'a refusal, because the request has no key';
    return fail({ expected, actual: probe, saw: 'the data that the same request with a key gets' }, control);
  };
  return {
    observe(seen) {
      const { exchange, caller } = seen;
      if (!isProtectedRead(seen)) return undefined;
      const { url } = exchange.request;
      if (caller.kind === 'key' && hasMuchData(seen)) {
        withKey.set(url, exchange);
        opened.set(exchange.operation, exchange.toEvidence());
        return judge(exchange, without.get(url));
      }
      if (caller.kind !== 'none') return undefined;
      if (hasMuchData(seen)) {
        without.set(url, exchange);
        return judge(withKey.get(url), exchange);
      }
      const control = opened.get(exchange.operation);
      return control !== undefined && (exchange.status === 401 || exchange.status === 403)
        ? pass(control, exchange)
        : undefined;
    },
  };
}

const keysAreRequired: TrafficRule = {
  id: 'traffic/keys-are-required',
  title: 'A request without a key gets no data of a protected path',
  clause: 'auth.required',
  level: 'must',
  party: 'service',
  shownBy: 'GET /v1/portal with and without a key',
  open: openKeyRule,
};

/**
 * A key that the portal refuses, before and after another path serves it. Only the portal shows that a key is unknown: every user has one,
 * and a service may refuse other paths with 401 to a role.
 */
function openUnknownKeyRule(): RuleObserver {
  interface Key {
    refused: Exchange | undefined;
    served: Exchange | undefined;
  }
  const keys = new LRUCache<string, Key>({ max: 500 });
  return {
    observe(seen) {
      const { exchange, caller } = seen;
      if (caller.kind !== 'key' || !isProtectedRead(seen)) return undefined;
      const key = keys.get(caller.name) ?? { refused: undefined, served: undefined };
      keys.set(caller.name, key);
      if (exchange.operation !== 'getPortal') {
        if (hasMuchData(seen) && key.refused !== undefined) key.served = exchange.toEvidence();
        return undefined;
      }
      if (exchange.status !== 401) {
        key.refused = undefined;
        return undefined;
      }
      const { refused, served } = key;
      key.refused = exchange.toEvidence();
      key.served = undefined;
      if (refused === undefined) return undefined;
      if (served === undefined) return pass(refused, exchange);
      const expected = '401, as from the portal before and after';
      return fail({ expected, actual: served, saw: 'data for a key that the portal refuses' }, refused, exchange);
    },
  };
}

const unknownKeysAreRefused: TrafficRule = {
  id: 'traffic/unknown-keys-are-refused',
  title: 'A key that the portal refuses as unknown gets no data of other paths',
  clause: 'auth.required',
  level: 'must',
  party: 'service',
  shownBy: 'requests to several paths with an unknown key',
  open: openUnknownKeyRule,
};

/** Refusals and missing routes of public paths, while the service answers others. */
function openPublicRule(): RuleObserver {
  let answer: Exchange | undefined;
  /** A public path without a response while the service had not answered others. */
  let missing: Exchange | undefined;
  const accuse = (exchange: Exchange): Verdict =>
    fail({
      expected: 'the public response, which needs no key',
      actual: exchange,
      saw: `status ${exchange.status}`,
    });
  return {
    observe(seen) {
      const { exchange, caller } = seen;
      if (exchange.request.method !== 'GET') return undefined;
      if (!operations[exchange.operation].isPublic) {
        if (answer !== undefined || !isServed(seen)) return undefined;
        answer = exchange.toEvidence();
        return missing && accuse(missing);
      }
      if (isServed(seen)) {
        if (missing?.operation === exchange.operation) missing = undefined;
        return pass(exchange);
      }
      if (exchange.status === 401 && caller.kind === 'none') return accuse(exchange);
      if (![404, 405, 501].includes(exchange.status) || isWebPage(exchange)) return undefined;
      missing ??= exchange.toEvidence();
      return answer && accuse(exchange);
    },
  };
}

const publicPathsNeedNoKey: TrafficRule = {
  id: 'traffic/public-paths-need-no-key',
  title: 'The public paths respond without a key',
  clause: 'auth.public',
  covers: ['openapi.get', 'branding.get'],
  level: 'must',
  party: 'service',
  shownBy: 'GET /v1/public/branding-status',
  open: openPublicRule,
};

/** The number of refusals of one path to keys that other paths serve, which no outage explains. */
const FEWEST_REFUSALS = 2;

/** Documented reads that no caller gets, though the service answers the same keys on other paths. */
function openRouteRule(): RuleObserver {
  const served = new Set<OperationId>();
  const keys = new LRUCache<string, true>({ max: 500 });
  const refused = new Map<OperationId, LRUCache<string, { count: number; readonly exchange: Exchange }>>();
  const judge = (operation: OperationId): Verdict | undefined => {
    const answered = [...(refused.get(operation) ?? [])].filter(([name]) => keys.has(name)).map(([, one]) => one);
    const [first, ...others] = answered;
    const count = answered.reduce((sum, one) => sum + one.count, 0);
    if (first === undefined || count < FEWEST_REFUSALS || served.has(operation)) return undefined;
    const saw = `status ${first.exchange.status}, each time`;
    return fail(
      { expected: 'a response to a documented read', actual: first.exchange, saw },
      ...others.map(({ exchange }) => exchange),
    );
  };
  return {
    observe(seen) {
      const { exchange, caller } = seen;
      const { operation, status } = exchange;
      if (caller.kind !== 'key' || !isProtectedRead(seen)) return undefined;
      if (isSuccess(exchange)) {
        served.add(operation);
        if (!isServed(seen)) return undefined;
        const isNew = !keys.has(caller.name);
        keys.set(caller.name, true);
        // requests of this key before may have been refused
        for (const one of isNew ? refused.keys() : []) {
          const verdict = judge(one);
          if (verdict !== undefined) return verdict;
        }
        return pass(exchange);
      }
      // a path without an id that every user has, or a status that no role explains
      const isMissing = status === 405 || status === 501 || (operation === 'getPortal' && status === 404);
      if (!isMissing || served.has(operation) || isWebPage(exchange)) return undefined;
      const known =
        refused.get(operation) ?? new LRUCache<string, { count: number; readonly exchange: Exchange }>({ max: 500 });
      refused.set(operation, known);
      known.set(caller.name, { count: (known.get(caller.name)?.count ?? 0) + 1, exchange: exchange.toEvidence() });
      return judge(operation);
    },
  };
}

const documentedReadsExist: TrafficRule = {
  id: 'traffic/documented-reads-exist',
  title: 'Documented reads have a route',
  clause: 'service.endpoints',
  level: 'must',
  party: 'service',
  shownBy: 'GET /v1/portal with a key',
  open: openRouteRule,
};

export const accessRules: readonly TrafficRule[] = [
  keysAreRequired,
  unknownKeysAreRefused,
  publicPathsNeedNoKey,
  documentedReadsExist,
];
