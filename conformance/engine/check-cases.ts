import type { ClientSession, Exchange } from '../http/client.ts';
import type { SchemaBudget } from '../reading/schemas/schema-budget.ts';
import type { SampleSizes, Sampling } from '../reading/verdicts/sampling.ts';
import { addRemedy, type Undecided, untestable } from '../reading/verdicts/verdict.ts';
import type { KeyExpectations } from '../relations/key-expectations.ts';
import { createInsider } from '../relations/survey/pairs.ts';
import type { Pair, Principal, Visibility } from '../relations/survey/principals.ts';
import type { Bindings } from '../slots/bindings.ts';
import { formatNames } from '../slots/read-lists.ts';
import type { Capabilities, Check, Need } from './check.ts';
import type { ChoiceBook } from './choices.ts';
import type { RunWrites } from './writes/run-writes.ts';

/** The data of a run from which the capabilities of its checks are built. */
export interface RunContext {
  readonly visibility: ReadonlyMap<string, Visibility>;
  readonly pairs: readonly Pair[];
  readonly expectations: KeyExpectations;
  readonly archive: readonly Exchange[];
  readonly bindings: Bindings;
  readonly contract: Capabilities['contract'];
  /** The writes of this run; `undefined` if the run may not write. */
  readonly writes: RunWrites | undefined;
  readonly madeUpKey: string;
  readonly seed: number;
  readonly choices: ChoiceBook;
  readonly schemas: SchemaBudget;
  readonly sampling: Sampling;
  readonly repeatsAKey: (text: string) => boolean;
}

/** The contract that responses are validated against: the built-in one, only the target's own, or an OpenAPI document. */
export type ContractChoice = 'builtin' | 'published' | { readonly document: unknown };

/** Returns the default contract: the built-in one for a target of its form, else the target's own. */
export const chooseContract = ({ origin }: Bindings): ContractChoice =>
  origin === 'builtin' ? 'builtin' : 'published';

/** The capabilities for one execution of a check, and the name of its case. */
export interface CheckCase {
  readonly name: string;
  readonly capabilities: Partial<Capabilities>;
}

const ONE_IF_QUICK: SampleSizes = { quick: 1 };

/** The executions of a check, and those that its sample leaves out: they run if no other one decides. */
export interface CheckCases {
  readonly selected: readonly CheckCase[];
  readonly leftOut: readonly CheckCase[];
}

/** Returns the executions of a check: one per pair, one per reader, or a single one. */
export function listCases(
  { needs, keys = ONE_IF_QUICK }: Pick<Check, 'needs' | 'keys'>,
  runContext: RunContext,
  session: ClientSession,
): CheckCases {
  const { sampling } = runContext;
  const principals = createPrincipals(runContext.visibility, session);
  const [first, ...rest] = principals;
  const allKeys = [...runContext.visibility].map(([name, sees]): Principal => ({ ...session.withKey(name), sees }));
  const common: Partial<Capabilities> = {
    anonymous: session.withoutKey(),
    stranger: session.withMadeUpKey(runContext.madeUpKey),
    presenting: (reader, form) => session.withKeyAs(reader.name, form),
    repeatsAKey: runContext.repeatsAKey,
    bindings: runContext.bindings,
    contract: runContext.contract,
    archive: runContext.archive,
    seed: runContext.seed,
    choices: runContext.choices,
    schemas: runContext.schemas,
    sampling,
    expectedScopes: { expectations: runContext.expectations, keys: allKeys },
    ...(first === undefined ? {} : { readers: [first, ...rest] as const }),
    ...(runContext.writes === undefined ? {} : { writes: runContext.writes }),
  };
  const byPair = runContext.pairs.flatMap((pair): CheckCase[] => {
    const insider = principals.find(({ name }) => name === pair.insider);
    const outsider = principals.find(({ name }) => name === pair.outsider);
    if (insider === undefined || outsider === undefined) return [];
    const capabilities = { ...common, insider: createInsider(insider, pair), outsider };
    return [{ name: `${outsider.name} asking for what is ${insider.name}'s`, capabilities }];
  });
  const byReader = principals.map((reader): CheckCase => ({ name: reader.name, capabilities: { ...common, reader } }));
  const isByPair = needs.includes('insider') || needs.includes('outsider');
  const all = isByPair ? byPair : needs.includes('reader') ? byReader : [];
  const selected = isByPair
    ? sampling.select('pairs of keys', byPair, keys)
    : preferNarrow(all, sampling.select('keys', all, keys).length);
  if (selected.length === 0) return { selected: [{ name: '', capabilities: common }], leftOut: [] };
  return { selected, leftOut: sampling.depth === 'quick' ? [] : all.filter((one) => !selected.includes(one)) };
}

/**
 * Returns the first case, and those of the keys that see the fewest terminals: other keys see what the first one does. Keys that may not
 * list transactions come last, because most checks need rows.
 */
function preferNarrow(cases: readonly CheckCase[], size: number): readonly CheckCase[] {
  const [first, ...others] = cases;
  const countTerminals = ({ capabilities: { reader } }: CheckCase): number => reader?.sees.terminals.size ?? 0;
  const lacksRows = ({ capabilities: { reader } }: CheckCase): number =>
    Number(reader?.sees.reads.has('listTransactions') !== true);
  const order = others.toSorted((a, b) => lacksRows(a) - lacksRows(b) || countTerminals(a) - countTerminals(b));
  const chosen = [first, ...order].slice(0, size);
  return cases.filter((one) => chosen.includes(one));
}

const NO_READER = addRemedy(untestable('no key can read anything; add one that can with --key NAME=KEY'), {
  kind: 'reading-key',
});
const NO_WRITES = addRemedy(untestable('this check changes data on the target; allow it with --allow-writes'), {
  kind: 'writes',
});

/** Returns the verdict for a need that cannot be met. */
export function explainMissing(need: Need, visibility: ReadonlyMap<string, Visibility>): Undecided {
  switch (need) {
    case 'reader':
    case 'readers':
      return NO_READER;
    case 'insider':
    case 'outsider':
      return addRemedy(
        untestable(
          `no two keys see different terminals: ${describeKeys(visibility)}; add a key with another scope: --key NAME=KEY`,
        ),
        { kind: 'other-scope-key' },
      );
    case 'writes':
      return NO_WRITES;
    default:
      return untestable(`"${need}" is not available`);
  }
}

/** Describes why keys form no pair: in a pair, one key sees more than the other. */
function describeKeys(visibility: ReadonlyMap<string, Visibility>): string {
  const [readers, others] = [[...visibility].filter(canRead), [...visibility].filter((one) => !canRead(one))];
  const [first] = readers;
  if (first === undefined && others.length === 0) return 'no key was given';
  const terminals = first?.[1].terminals.size ?? 0;
  const seen = terminals === 0 ? 'no terminal' : `${readers.length > 1 ? 'the same ' : ''}${terminals} terminals`;
  const names = formatNames(readers.map(([name]) => name));
  return [
    ...(readers.length > 0 ? [`${names} ${readers.length === 1 ? 'sees' : 'see'} ${seen}`] : []),
    ...(others.length > 0 ? [`${formatNames(others.map(([other]) => other))} can read nothing`] : []),
    ...(visibility.size === 1 ? ['no other key was given'] : []),
  ].join(', ');
}

const canRead = ([, { reads }]: readonly [string, Visibility]): boolean => reads.size > 0;

/** Returns the keys that can read something, as callers of this session. */
export const createPrincipals = (visibility: ReadonlyMap<string, Visibility>, session: ClientSession): Principal[] =>
  [...visibility].filter(canRead).map(([name, sees]) => ({ ...session.withKey(name), sees }));
