import { checks, type Transport } from '../../conformance/index.ts';
import {
  type FaultyTarget,
  listFindings,
  readArea,
  runChecks,
  runFaultyTarget,
} from '../../conformance/lab/matrix/index.ts';
import { byRequest, type Exchanged, nameOf, oneOfEachShape, recording, sightOf } from './exchanges.ts';
import { templatesOf } from './paths.ts';
import { isCarried, type Prism, type Remarks, startPrism } from './prism.ts';
import type { Family } from './services.ts';
import { type SpecmaticOptions, specmaticOn } from './specmatic.ts';
import { knownFrom, preparedFor } from './specmatic-document.ts';
import type { Fared } from './table.ts';

/** What is compared, and with what. */
export interface Comparison {
  readonly family: Family;
  /** Takes what the peers need and leave. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly specmatic?: { readonly jar: string; readonly sample: ReadonlySet<FaultyTarget> };
}

/** Who finds which of the broken services of a family. */
export async function compared(comparison: Comparison): Promise<readonly Fared[]> {
  const { family, signal, print } = comparison;
  const { subject, broken } = family;
  const correct = recording();
  const results = await runChecks(subject, { open: async () => correct.around(await subject.open()) }, checks);
  const usual = new Set(listFindings(results).map(({ id }) => id));
  const prism = await askingPrism(comparison, correct.exchanges);
  const specmatic = await askingSpecmatic(comparison, correct.exchanges);
  const asked = askedOneByOne(broken, specmatic); // beside the others: it takes a core for itself
  try {
    const fared: Fared[] = [];
    for (const faultyTarget of broken) {
      signal.throwIfAborted();
      const kit = recording();
      const recorded = { ...faultyTarget, open: async () => kit.around(await faultyTarget.open()) };
      const { detection } = await runFaultyTarget(recorded, checks, { known: usual });
      const remark = await prism.finding(kit.exchanges, faultyTarget);
      const one = {
        id: faultyTarget.id,
        area: readArea(faultyTarget),
        kit: detection === 'found',
        prism: remark !== undefined,
      };
      fared.push(one);
      print(
        `${subject.name} ${fared.length}/${broken.length} ${foundBy(one)}${remark === undefined ? '' : `  (${remark})`}`,
      );
    }
    const bySpecmatic = await asked;
    return fared.map((one) => {
      const found = bySpecmatic.get(one.id);
      return found === undefined ? one : { ...one, specmatic: found };
    });
  } finally {
    await prism.close();
  }
}

async function askedOneByOne(
  broken: readonly FaultyTarget[],
  ask: (faultyTarget: FaultyTarget) => Promise<boolean | undefined>,
): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const faultyTarget of broken) {
    const isFound = await ask(faultyTarget);
    if (isFound !== undefined) found.set(faultyTarget.id, isFound);
  }
  return found;
}

const foundBy = ({ id, kit, prism }: Fared): string => {
  const finders = [...(kit ? ['fleetkit'] : []), ...(prism ? ['Prism'] : [])];
  return `${id}: ${finders.join(', ') || 'nobody'}`;
};

/** Prism in front of the services of a family, with what it remarks on in front of the correct one. */
async function askingPrism({ family, folder, signal }: Comparison, correct: readonly Exchanged[]) {
  const { subject, document } = family;
  const templates = templatesOf(document);
  const usual = byRequest(correct);
  const known = new Set(correct.map((one) => sightOf(one, templates)));
  const shapes = oneOfEachShape(
    correct.map(({ request }) => request),
    templates,
  );
  const prism = await startPrism(document, folder, signal);
  await untilSeenToWork(prism, correct);
  const remarks = new Map<string, Remarks>();

  const usualRemarksAt = async ({ request }: Exchanged): Promise<Remarks> => {
    const name = nameOf(request);
    const before = remarks.get(name);
    if (before !== undefined) return before;
    const each: Remarks[] = [];
    for (const one of usual.get(name) ?? (await answered([request], await subject.open())))
      each.push(await prism.remarksOn(one));
    const found = new Set(each.flatMap((some) => [...some]));
    remarks.set(name, found);
    return found;
  };
  const firstNew = async (exchange: Exchanged): Promise<string | undefined> => {
    const found = await prism.remarksOn(exchange);
    if (found.size === 0) return undefined;
    const before = await usualRemarksAt(exchange);
    return [...found].find((one) => !before.has(one));
  };
  return {
    /** What Prism first finds wrong with a service, of which these are the exchanges with the kit. */
    finding: async (exchanges: readonly Exchanged[], faultyTarget: FaultyTarget): Promise<string | undefined> => {
      const asked = new Set(known);
      for (const one of [...exchanges, ...(await answered(shapes, await faultyTarget.open()))]) {
        const sight = sightOf(one, templates);
        const found = isCarried(one) && !asked.has(sight) ? await firstNew(one) : undefined;
        if (found !== undefined) return `${one.request.method} ${one.request.url}: ${found}`;
        asked.add(sight);
      }
      return undefined;
    },
    close: () => prism.close(),
  };
}

/** The positive twin of every "nothing to remark on": an answer that nobody could take for the documented one. */
async function untilSeenToWork(prism: Prism, correct: readonly Exchanged[]): Promise<void> {
  for (const { request, answer } of correct) {
    if (answer.status !== 200 || request.method !== 'GET') continue;
    const [before, after] = [
      await prism.remarksOn({ request, answer }),
      await prism.remarksOn({ request, answer: { ...answer, body: Buffer.from('7') } }),
    ];
    if (before.size === 0 && after.size > 0) return;
  }
  throw new Error('Prism was not seen to tell a spoiled answer from a correct one');
}

/** The exchanges for some requests, without those that a broken service does not answer. */
async function answered(requests: Iterable<Exchanged['request']>, carry: Transport): Promise<Exchanged[]> {
  const exchanges: Exchanged[] = [];
  for (const request of requests) {
    try {
      exchanges.push({ request, answer: await carry(request) });
    } catch {
      // The kit has its own words for that; there is nothing that a proxy could be shown.
    }
  }
  return exchanges;
}

/** Specmatic held against the services of a family; it has no opinion of those that are not in the sample. */
async function askingSpecmatic(
  { family, folder, signal, specmatic, print }: Comparison,
  correct: readonly Exchanged[],
): Promise<(faultyTarget: FaultyTarget) => Promise<boolean | undefined>> {
  if (specmatic === undefined) return async () => undefined;
  const { subject, key } = family;
  const document = preparedFor(family.document, knownFrom(correct, templatesOf(family.document)));
  const options: SpecmaticOptions = { jar: specmatic.jar, document, key, folder: `${folder}/specmatic`, signal };
  const usual = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const found = await specmaticOn(await subject.open(), options);
    if (found === undefined) {
      print(`${subject.name}: Specmatic came to no end with the correct service`);
      return async () => undefined;
    }
    for (const one of found) usual.add(one);
  }
  print(`${subject.name}: Specmatic complains of the correct service in ${usual.size} tests`);
  return async (faultyTarget) => {
    if (!specmatic.sample.has(faultyTarget)) return undefined;
    const found = await specmaticOn(await faultyTarget.open(), options);
    const remark = found === undefined ? undefined : [...found].find((one) => !usual.has(one));
    print(`${subject.name} Specmatic: ${faultyTarget.id}: ${found === undefined ? 'no end' : (remark ?? 'nothing')}`);
    return found === undefined ? undefined : remark !== undefined;
  };
}
