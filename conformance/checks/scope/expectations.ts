import { check } from '../../engine/check.ts';
import { isSubset, subtract } from '../../reading/values/set-relations.ts';
import {
  Concluded,
  fail,
  forEach,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { findHidden, opensPath } from '../../relations/survey/denials.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { readVisibleTerminals, type VisibleTerminals } from '../../relations/survey/visible-terminals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames } from '../../slots/read-lists.ts';

/** One expectation of a key. */
type Expectation =
  | { readonly key: string; readonly terminals: number }
  | { readonly key: string; readonly narrowerThan: string };

export const keysSeeWhatIsExpected = check({
  id: 'scope/keys-see-what-is-expected',
  title: 'Each key sees the terminals that the config expects',
  clause: { text: 'The scope that the configuration expects of each key.', section: 'the config' },
  level: 'must',
  needs: ['expectedScopes', 'bindings'],
  run({ expectedScopes: { expectations, keys }, bindings }) {
    const all = [...expectations].flatMap(([key, { terminals, narrowerThan }]): Expectation[] => [
      ...(terminals === undefined ? [] : [{ key, terminals }]),
      ...(narrowerThan === undefined ? [] : [{ key, narrowerThan }]),
    ]);
    if (all.length === 0) return Promise.resolve(notApplicable('the config states nothing about what the keys see'));
    return forEach(all, describeExpectation, async (expected) => {
      const scope = await readScope(keys, expected.key, bindings);
      const verdict =
        'terminals' in expected
          ? judgeNumber(expected.terminals, scope)
          : await judgeNarrower(scope, await readScope(keys, expected.narrowerThan, bindings), keys);
      const [terminal] = scope.agreed;
      const key = keys.find(({ name }) => name === expected.key);
      if (verdict.kind !== 'fail' || terminal === undefined || key === undefined) return verdict;
      return (await opensPath(key, terminal, scope.agreed))
        ? verdict
        : untestable(`no path shows that ${terminal} is the id of a terminal`, ...verdict.evidence);
    });
  },
});

const describeExpectation = (expected: Expectation): string =>
  'terminals' in expected
    ? `${expected.key} sees ${formatTerminalCount(expected.terminals)}`
    : `${expected.key} is narrower than ${expected.narrowerThan}`;

interface KeyScope extends VisibleTerminals {
  readonly name: string;
}

/** Reads the terminals of a key. Ends the case as untestable if the run has no such key, or if it can read nothing. */
async function readScope(keys: readonly Principal[], name: string, bindings: Bindings): Promise<KeyScope> {
  const key = keys.find((one) => one.name === name);
  if (key === undefined) throw new Concluded(untestable(`the run has no key with the name ${name}`));
  const visible = await readVisibleTerminals(key, bindings);
  if (key.sees.reads.size === 0) throw new Concluded(untestable(`${name} can read nothing`, ...visible.evidence));
  if (bindings.find('portal.terminal_id') === undefined) bindings.need('locations.terminal');
  return { ...visible, name };
}

/** A terminal that only one place names may be a leak, or may have no location: the expected number may include it. */
function judgeNumber(expected: number, scope: KeyScope): Verdict {
  const { name, agreed, mentioned, isComplete, evidence } = scope;
  const isPossible = expected >= agreed.size && expected <= mentioned.size;
  if (expected === agreed.size || (isPossible && isComplete)) return pass(...evidence);
  if (expected > agreed.size && !isComplete) return describeUnread(scope);
  const shown = expected < agreed.size ? agreed : mentioned;
  const saw = `${formatTerminalCount(shown.size)}${shown.size === 0 ? '' : `: ${formatNames(shown)}`}`;
  const [actual, ...others] = evidence;
  return fail({ expected: `${formatTerminalCount(expected)} for ${name}`, actual, saw }, ...others);
}

async function judgeNarrower(narrow: KeyScope, wide: KeyScope, keys: readonly Principal[]): Promise<Verdict> {
  const [actual, control] = [narrow.evidence[0], wide.evidence[0]];
  if (narrow.agreed.size === 0) return untestable(`${narrow.name} sees no terminal`, actual);
  const outside = subtract(narrow.agreed, wide.mentioned);
  const isAll = isSubset(wide.mentioned, narrow.agreed);
  if (!wide.isComplete && (outside.size > 0 || isAll)) return describeUnread(wide);
  const expected = `some of the terminals of ${wide.name}, and no others`;
  if (outside.size > 0) {
    const saw = `terminals that ${wide.name} does not see: ${formatNames(outside)}`;
    return fail({ expected, actual, saw }, control);
  }
  if (isAll) return fail({ expected, actual, saw: `all ${formatTerminalCount(wide.mentioned.size)}` }, control);
  if (!narrow.isComplete) {
    // the service itself refuses a terminal of the wide key to the narrow one
    const [insider, outsider] = [wide, narrow].map(({ name }) => keys.find((key) => key.name === name));
    const others = subtract(wide.agreed, narrow.mentioned);
    const denial = insider && outsider && (await findHidden({ insider, outsider }, others, undefined));
    return denial === undefined
      ? describeUnread(narrow)
      : pass(actual, control, ...denial.denied.flatMap(({ probe }) => probe ?? []));
  }
  if (!isSubset(wide.agreed, narrow.mentioned)) return pass(actual, control);
  return untestable(`the responses to ${narrow.name} disagree about which terminals it sees`, actual, control);
}

const describeUnread = ({ name, evidence }: KeyScope): Verdict =>
  untestable(`the terminal lists of ${name} may have more terminals than could be read`, ...evidence);

const formatTerminalCount = (count: number): string => `${count} terminal${count === 1 ? '' : 's'}`;
