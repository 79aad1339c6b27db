import type { Bindings } from '../../conformance/slots/bindings.ts';
import { mutants } from '../mutants/index.ts';
import type { Mutant } from '../mutants/proxy-helpers.ts';
import { harbour } from '../targets/harbour/index.ts';
import { HONEST_EXPECTATIONS, HONEST_KEYS, honestTarget } from '../targets/honest-target.ts';
import { ledgerline } from '../targets/ledgerline/index.ts';
import type { TargetService } from '../targets/target.ts';
import { harbourBindings, ledgerlineBindings } from '../targets/target-bindings.ts';
import type { CorrectTarget, FaultyTarget } from './faulty-target.ts';

const ADDRESS = 'http://target.test';

/** The kit's own small target. */
export const honestCorrectTarget: CorrectTarget = {
  name: 'honest',
  address: ADDRESS,
  keys: HONEST_KEYS,
  expectations: HONEST_EXPECTATIONS,
  open: honestTarget,
};

const toCorrectTarget = (target: TargetService, bindings: Bindings): CorrectTarget => ({
  name: target.name,
  address: ADDRESS,
  keys: target.keys,
  bindings,
  open: (seed = 1) => target.transport({ seed }),
});

const OTHER_SHAPES: readonly (readonly [TargetService, CorrectTarget])[] = [
  [ledgerline, toCorrectTarget(ledgerline, ledgerlineBindings)],
  [harbour, toCorrectTarget(harbour, harbourBindings)],
];

/** Every correct target of the kit: no check may fail on any of them. */
export const correctTargets: readonly CorrectTarget[] = [
  honestCorrectTarget,
  ...OTHER_SHAPES.map(([, correctTarget]) => correctTarget),
];

/** Puts a proxy that alters one request or response in front of a target. */
export const createProxiedTarget = (correctTarget: CorrectTarget, mutant: Mutant): FaultyTarget => ({
  id: mutant.id,
  title: mutant.title,
  correctTarget,
  expects: mutant.kills,
  expectsAll: true,
  isSubtle: mutant.isSubtle === true,
  open: async () => mutant.alter(await correctTarget.open()),
});

const listFaultyTargets = ([target, correctTarget]: (typeof OTHER_SHAPES)[number]): FaultyTarget[] =>
  Object.entries(target.faults).map(([name, { title, topics, isSubtle }]) => ({
    id: `${target.name}/${name}`,
    title,
    correctTarget,
    expects: topics,
    expectsAll: false,
    isSubtle,
    open: () => target.transport({ seed: 1, faults: [name] }),
  }));

/** The check that the small target never passes: its mutant needs a target with the whole contract. */
export const WANTS_WHOLE_CONTRACT = 'contract/responses-keep-the-builtin-contract';
export const needsWholeContract = ({ kills }: Mutant): boolean => kills.includes(WANTS_WHOLE_CONTRACT);

/** Every faulty target that needs no server: the proxies, and the faults of the targets of other shapes. */
export const faultyTargets: readonly FaultyTarget[] = [
  ...mutants
    .filter((mutant) => !needsWholeContract(mutant))
    .map((mutant) => createProxiedTarget(honestCorrectTarget, mutant)),
  ...OTHER_SHAPES.flatMap(listFaultyTargets),
];
