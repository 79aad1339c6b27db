import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { parseJson } from '../../http/bodies/json-text.ts';
import { type Exchange, findHeader, isSuccess } from '../../http/exchange.ts';
import { findTexts } from '../../reading/pointers.ts';
import { canonicalise } from '../../reading/values/canonical-json.ts';
import { fail, pass } from '../../reading/verdicts/verdict.ts';
import type { TrafficRule } from './rule.ts';

/** The number of idempotency keys to remember, and the time for which a service must remember one. */
const MOST_KEYS = 2000;
const DAY_MS = 24 * 3_600_000;

/** Writes a body so that equal JSON has one text. */
function writeBody(body: string): string {
  const parsed = parseJson(body);
  return parsed.isUnreadable || parsed.value === undefined ? body : canonicalise(parsed.value);
}

interface FirstWrite {
  readonly exchange: Exchange;
  readonly digest: string;
  readonly created: string | undefined;
}

const keysPreventASecondEffect: TrafficRule = {
  id: 'traffic/idempotency-keys-prevent-a-second-effect',
  title: 'A write that repeats an `Idempotency-Key` creates nothing new, and another body with that key is refused',
  clause: 'http.idempotency',
  level: 'must',
  party: 'service',
  shownBy: 'POST /v1/disputes twice with one Idempotency-Key',
  open: (context) => {
    const first = new LRUCache<string, FirstWrite>({ max: MOST_KEYS });
    return {
      observe({ exchange, caller, hasBody }) {
        const { request, operation, timing } = exchange;
        const sent = findHeader(request.headers, 'idempotency-key');
        const bindings = context.bindings();
        if (sent === undefined || request.method !== 'POST' || !isSuccess(exchange) || !hasBody) return undefined;
        if (bindings?.origin !== 'builtin' || caller.kind !== 'key' || request.body === undefined) return undefined;
        const name = JSON.stringify([caller.name, operation, sent]);
        const digest = createHash('sha256').update(writeBody(request.body)).digest('base64');
        const [created] = operation === 'createDispute' ? findTexts(exchange.json, bindings.need('disputes.id')) : [];
        const before = first.get(name);
        if (before === undefined || timing.sentMs - before.exchange.timing.sentMs >= DAY_MS) {
          first.set(name, { exchange: exchange.toEvidence(), digest, created });
          return undefined;
        }
        if (before.digest !== digest)
          return fail({ expected: 'a refusal of the other body', actual: exchange }, before.exchange);
        if (before.created === created) return pass(exchange);
        return fail(
          { expected: `${before.created} again`, actual: exchange, saw: created ?? 'no id' },
          before.exchange,
        );
      },
    };
  },
};

export const writeRules: readonly TrafficRule[] = [keysPreventASecondEffect];
