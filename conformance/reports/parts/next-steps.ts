import type { CheckResult, RunResult } from '../../engine/results/result.ts';
import type { Remedy } from '../../reading/verdicts/verdict.ts';
import { chooseStatement, groupBySection, listFirst } from './sections.ts';

type StepKind = Remedy['kind'] | 'data' | 'repeat';

/** One thing that the user can supply or do, and the checks that it may let decide or, for `failure`, that failed. */
export interface NextStep {
  readonly kind: StepKind | 'failure';
  /** The input to supply, in words of the kit. */
  readonly action: string;
  /** The option or command to use, or the reason of the checks, which can contain text of the target. */
  readonly detail: string;
  /** Ids of required checks. */
  readonly required: readonly string[];
  /** Ids of checks that are only advice. */
  readonly advice: readonly string[];
}

const ADD_KEY = '--key NAME=KEY';

const STEPS: Readonly<Record<Exclude<StepKind, 'binding' | 'data' | 'repeat'>, Pick<NextStep, 'action' | 'detail'>>> = {
  'other-scope-key': { action: 'add a key with a narrower or another scope', detail: ADD_KEY },
  'reading-key': { action: 'add a key that can read more', detail: ADD_KEY },
  'other-account-key': { action: 'add a key of another account', detail: ADD_KEY },
  'read-only-key': { action: 'add a key of a read-only role', detail: ADD_KEY },
  administrator: { action: 'if a key is that of an administrator, state it', detail: '--administrator NAME' },
  'may-only-read': { action: 'if a key may only read, state it, or add such a key', detail: '--may-only-read NAME' },
  customer: {
    action: 'state the customers of the keys, or add a key of another customer',
    detail: '--customer NAME=CUSTOMER',
  },
  'writing-key': { action: 'add a key that may write', detail: ADD_KEY },
  writes: { action: 'if the target may be changed, allow writes', detail: '--allow-writes' },
  'run-time': { action: 'give the run more time', detail: '--run-timeout SECONDS' },
  'no-fail-fast': { action: 'correct the failure, or run all checks', detail: 'without --fail-fast' },
  depth: { action: 'to test the rules that a quick run leaves out, run deeper', detail: '--depth standard' },
  sample: { action: 'test all similar cases: the data may be in the others', detail: '--depth thorough' },
};

/** The order of steps that let the same number of checks decide: the one with the least effort first. */
const EASIEST_FIRST: readonly NextStep['kind'][] = [
  'no-fail-fast',
  'run-time',
  'other-scope-key',
  'reading-key',
  'other-account-key',
  'administrator',
  'may-only-read',
  'customer',
  'read-only-key',
  'writing-key',
  'binding',
  'writes',
  'sample',
  'data',
  'repeat',
  'depth',
];

type Undecided = Pick<RunResult, 'results' | 'target' | 'bindings' | 'options'>;

/**
 * Returns what to do next: first, reproduce the first failure; then what would let the undecided checks decide, the most useful
 * step first: the one for most required checks, then for most advice. Issues in the baseline do not count.
 */
export function listNextSteps(result: Undecided): NextStep[] {
  const { failed, unverified, adviceUnverified } = groupBySection(result);
  const groups = Map.groupBy([...unverified, ...adviceUnverified], (check) => {
    const kind = findKind(check);
    if (result.options.isTraffic === true) return `${kind} ${check.reason}`;
    return kind === 'data' || kind === 'repeat' ? `${kind} ${check.reason}` : kind;
  });
  const rank = ({ kind }: NextStep) => EASIEST_FIRST.indexOf(kind);
  const steps = [...groups.values()]
    .map((checks) => createStep(checks, result))
    .sort(
      (one, other) =>
        other.required.length - one.required.length ||
        other.advice.length - one.advice.length ||
        rank(one) - rank(other),
    );
  return [...listFailureSteps(failed), ...steps];
}

/** The step of a run with failures: to send the request that shows the first one. */
function listFailureSteps(failed: readonly CheckResult[]): NextStep[] {
  const [first] = failed;
  if (first === undefined) return [];
  return [
    {
      kind: 'failure',
      action: `reproduce ${first.id}, and correct the service`,
      detail: chooseStatement(first).request?.curl ?? '',
      required: failed.map(({ id }) => id),
      advice: [],
    },
  ];
}

const findKind = ({ outcome, remedy }: CheckResult): StepKind =>
  remedy?.kind ?? (outcome === 'inconclusive' ? 'repeat' : 'data');

function createStep(checks: readonly CheckResult[], result: Undecided): NextStep {
  const idsOf = (decides: boolean) => checks.filter((one) => one.decides === decides).map(({ id }) => id);
  const [first] = checks;
  const kind = first === undefined ? 'repeat' : findKind(first);
  return { kind, ...describeStep(kind, checks, result), required: idsOf(true), advice: idsOf(false) };
}

function describeStep(
  kind: StepKind,
  checks: readonly CheckResult[],
  { target, bindings, options }: Undecided,
): Pick<NextStep, 'action' | 'detail'> {
  const [first] = checks;
  if (options.isTraffic === true) {
    const reason = first?.reason ?? '';
    return {
      action: 'record more traffic',
      detail: /^(?:not observed: |.*; )(.*) would show it$/s.exec(reason)?.[1] ?? reason,
    };
  }
  switch (kind) {
    case 'data':
      return { action: 'use a key or a target with the missing data', detail: first?.reason ?? '' };
    case 'repeat':
      return { action: 'run again', detail: first?.reason ?? '' };
    case 'binding': {
      const names = checks.flatMap(({ remedy }) => (remedy?.kind === 'binding' ? `bindings.${remedy.name}` : []));
      const listed = listFirst([...new Set(names)]);
      return bindings?.origin === 'config'
        ? { action: 'set or confirm in the config', detail: listed }
        : { action: `write a config, and set ${listed} in it`, detail: formatInitCommand(target) };
    }
    default:
      return STEPS[kind];
  }
}

/** The command that writes the bindings of a target to a config. */
export const formatInitCommand = (target: string): string => `fleetkit conform init ${target}`;
