import { operations } from '../../spec/index.ts';
import type { Exchange } from '../http/exchange.ts';
import {
  type Case,
  combineCases,
  type Fail,
  type Pass,
  untestable,
  type Verdict,
} from '../reading/verdicts/verdict.ts';
import type { SeenExchange } from './exchanges/read-exchanges.ts';
import type { TrafficRule } from './rules/rule.ts';

/** The verdicts of a rule so far, in bounded memory. */
export interface Tally {
  /** Adds a verdict. Returns whether it is the first failure of its case. */
  add(seen: SeenExchange, verdict: Verdict): boolean;
  conclude(): Verdict;
}

const MOST_CASES = 60;
const MOST_PASSES = 3;

const shorten = (evidence: readonly Exchange[]): Exchange[] => evidence.map((one) => one.toEvidence());

/** Creates the tally of a rule. A case is an operation and a caller; its first failure counts, or else its first verdict. */
export function createTally(rule: TrafficRule): Tally {
  const failures = new Map<string, Fail>();
  const passes: Pass[] = [];
  let open: Verdict | undefined;
  return {
    add({ exchange, caller }, verdict) {
      if (verdict.kind === 'pass') {
        if (passes.length < MOST_PASSES) passes.push({ ...verdict, evidence: [verdict.evidence[0].toEvidence()] });
        return false;
      }
      if (verdict.kind !== 'fail') {
        open ??= { ...verdict, evidence: shorten(verdict.evidence) };
        return false;
      }
      const name = `${exchange.request.method} ${operations[exchange.operation].path} as ${caller.name}`;
      if (failures.has(name) || failures.size >= MOST_CASES) return false;
      const { actual, evidence } = verdict;
      failures.set(name, { ...verdict, actual: actual.toEvidence(), evidence: shorten(evidence) });
      return true;
    },
    conclude() {
      if (failures.size > 0)
        return combineCases(
          [...failures].map(([name, verdict]): Case => ({ name, verdict })),
          'all',
        );
      const [first, ...others] = passes;
      if (first !== undefined)
        return { ...first, evidence: [first.evidence[0], ...others.map(({ evidence }) => evidence[0])] };
      return open ?? untestable(`not observed: ${rule.shownBy} would show it`);
    },
  };
}
