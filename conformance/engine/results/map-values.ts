import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { ExchangeRecord } from './exchange-record.ts';
import type { CheckResult, Statement } from './result.ts';

type Places = NonNullable<Statement['places']>;

/** Replaces the values of traffic in results. */
export interface ValueMap {
  readonly text: (text: string) => string;
  readonly reason: (reason: string) => string;
  readonly record: (record: ExchangeRecord) => ExchangeRecord;
  readonly places: (places: Places) => Places;
}

type Finding = {
  readonly [Name in 'expected' | 'saw' | 'reason' | 'request' | 'places']?: Statement[Name] | undefined;
};

const apply = <Value>(value: Value | undefined, change: (value: Value) => Value): Value | undefined =>
  value === undefined ? undefined : change(value);

/** Replaces the values in a statement or a violation. */
export const mapFinding = <Part extends Finding>(part: Part, map: ValueMap): Part => ({
  ...part,
  ...omitUndefined({
    expected: apply(part.expected, map.text),
    saw: apply(part.saw, map.text),
    reason: apply(part.reason, map.reason),
    request: apply(part.request, map.record),
    places: apply(part.places, map.places),
  }),
});

/** Replaces the values in a result, in its cases and in its evidence. */
export const mapCheck = (check: CheckResult, map: ValueMap): CheckResult => ({
  ...mapFinding(check, map),
  cases: check.cases.map((one) => ({ ...mapFinding(one, map), name: map.text(one.name) })),
  evidence: check.evidence.map(map.record),
});
