import type { Bindings } from '../../bindings/bindings.ts';
import type { Mutant } from '../mutants/alter.ts';
import { mutants } from '../mutants/index.ts';
import { bindingsOfHarbour, bindingsOfLedgerline } from '../targets/bindings-of-targets.ts';
import { harbour } from '../targets/harbour/index.ts';
import { honestTarget, KEYS } from '../targets/honest-target.ts';
import { ledgerline } from '../targets/ledgerline/index.ts';
import type { Target } from '../targets/target.ts';
import type { FaultyTarget, Subject } from './faulty-target.ts';

const ADDRESS = 'http://target.test';

/** The kit's own small target. */
export const honest: Subject = { name: 'honest', address: ADDRESS, keys: KEYS, open: honestTarget };

const subjectOf = (target: Target, bindings: Bindings): Subject => ({
  name: target.name,
  address: ADDRESS,
  keys: target.keys,
  bindings,
  open: (seed = 1) => target.transport({ seed }),
});

const OTHER_SHAPES: readonly (readonly [Target, Subject])[] = [
  [ledgerline, subjectOf(ledgerline, bindingsOfLedgerline)],
  [harbour, subjectOf(harbour, bindingsOfHarbour)],
];

/** Every correct target of the kit: no check may fail on any of them. */
export const subjects: readonly Subject[] = [honest, ...OTHER_SHAPES.map(([, subject]) => subject)];

/** Proxies whose fault shows in one situation only: one path, one page, one combination, one spelling. */
const SUBTLE =
  /-when-|-second-page|-one-path|-nested-path|-foreign-totals|-shared-group|-by-address|-by-an?-|-cursor|-stands-once|-of-a-neighbour|-prefix|-recent-|-stranger|-head|-in-the-error|-shows-it$|-ties|-tie|-last-|-some-|-one-/;

/** Puts a proxy that alters one request or response in front of a target. */
export const behindProxy = (subject: Subject, mutant: Mutant): FaultyTarget => ({
  id: mutant.id,
  title: mutant.title,
  subject,
  expects: mutant.kills,
  expectsAll: true,
  isSubtle: SUBTLE.test(mutant.id),
  open: async () => mutant.alter(await subject.open()),
});

const planted = ([target, subject]: (typeof OTHER_SHAPES)[number]): FaultyTarget[] =>
  Object.entries(target.faults).map(([name, { title, topics, isSubtle }]) => ({
    id: `${target.name}/${name}`,
    title,
    subject,
    expects: topics,
    expectsAll: false,
    isSubtle,
    open: () => target.transport({ seed: 1, faults: [name] }),
  }));

/** The check that the small target never passes: its mutant needs a target with the whole contract. */
export const WANTS_WHOLE_CONTRACT = 'contract/responses-keep-the-builtin-contract';
export const wantsWholeContract = ({ kills }: Mutant): boolean => kills.includes(WANTS_WHOLE_CONTRACT);

/** Every faulty target that needs no server: the proxies, and the faults of the targets of other shapes. */
export const faultyTargets: readonly FaultyTarget[] = [
  ...mutants.filter((mutant) => !wantsWholeContract(mutant)).map((mutant) => behindProxy(honest, mutant)),
  ...OTHER_SHAPES.flatMap(planted),
];
