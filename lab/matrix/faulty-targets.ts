import { TOPICS_BY_AREA, TOPICS_OF_ALL_AREAS } from '../independent/areas.ts';
import { type IndependentService, independentServices } from '../independent/services.ts';
import { mutants } from '../mutants/index.ts';
import type { Mutant } from '../mutants/proxy-helpers.ts';
import { HONEST_EXPECTATIONS, HONEST_KEYS, honestTarget } from '../targets/honest-target.ts';
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

const toCorrectTarget = ({ name, keys, open }: IndependentService): CorrectTarget => ({
  name,
  address: ADDRESS,
  keys,
  bindings: 'infer',
  open: () => open(),
});

const SERVICES = independentServices.map((service) => [service, toCorrectTarget(service)] as const);

/** Every correct target that needs no server: no check may fail on any of them. */
export const correctTargets: readonly CorrectTarget[] = [
  honestCorrectTarget,
  ...SERVICES.map(([, correctTarget]) => correctTarget),
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

const listFaultyTargets = ([service, correctTarget]: (typeof SERVICES)[number]): FaultyTarget[] =>
  Object.entries(service.faults)
    .filter(([, { isMust }]) => isMust)
    .map(([name, { title, area, isSubtle }]) => ({
      id: `${service.name}/${name}`,
      title,
      correctTarget,
      expects: [...new Set([...(TOPICS_BY_AREA[area] ?? [area]), ...TOPICS_OF_ALL_AREAS])],
      expectsAll: false,
      isSubtle,
      open: () => service.open(name),
    }));

/** The check that the small target never passes: its mutant needs a target with the whole contract. */
export const WANTS_WHOLE_CONTRACT = 'contract/responses-keep-the-builtin-contract';
export const needsWholeContract = ({ kills }: Mutant): boolean => kills.includes(WANTS_WHOLE_CONTRACT);

/** Every faulty target that needs no server: the proxies, and the required faults of services that others wrote. */
export const faultyTargets: readonly FaultyTarget[] = [
  ...mutants
    .filter((mutant) => !needsWholeContract(mutant))
    .map((mutant) => createProxiedTarget(honestCorrectTarget, mutant)),
  ...SERVICES.flatMap(listFaultyTargets),
];
