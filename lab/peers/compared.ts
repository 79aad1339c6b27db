import { checks, type Transport } from '../../conformance/index.ts';
import { evaluateTarget, type FaultyTarget, listFindings, readArea, runFaultyTarget } from '../matrix/index.ts';
import {
  createRecording,
  groupByRequest,
  type PeerExchange,
  selectOnePerShape,
  toExchangeKey,
  toRequestKey,
} from './exchanges.ts';
import { listPathTemplates } from './paths.ts';
import { type Findings, isCheckable, type PrismProxy, startPrism } from './prism.ts';
import type { TargetFamily } from './services.ts';
import { runSpecmatic, type SpecmaticOptions } from './specmatic.ts';
import { collectKnownValues, prepareDocument } from './specmatic-document.ts';
import type { PeerResult } from './table.ts';

/** The input of a comparison. */
export interface Comparison {
  readonly family: TargetFamily;
  /** Stores the files of the peers. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly specmatic?: { readonly jar: string; readonly sample: ReadonlySet<FaultyTarget> };
}

/** Runs fleetkit and the peers on the faulty targets of a family, and returns which tool detects which fault. */
export async function comparePeers(comparison: Comparison): Promise<readonly PeerResult[]> {
  const { family, signal, print } = comparison;
  const { subject, faultyTargets: broken } = family;
  const correct = createRecording();
  const results = await evaluateTarget(subject, { open: async () => correct.around(await subject.open()) }, checks);
  const usual = new Set(listFindings(results).map(({ id }) => id));
  const prism = await startPrismComparison(comparison, correct.exchanges);
  const specmatic = await startSpecmaticComparison(comparison, correct.exchanges);
  const specmaticResults = runOneByOne(broken, specmatic); // in parallel with the others, because it needs a whole core
  try {
    const results: PeerResult[] = [];
    for (const faultyTarget of broken) {
      signal.throwIfAborted();
      const kit = createRecording();
      const recorded = { ...faultyTarget, open: async () => kit.around(await faultyTarget.open()) };
      const { detection } = await runFaultyTarget(recorded, checks, { known: usual });
      const finding = await prism.finding(kit.exchanges, faultyTarget);
      const one = {
        id: faultyTarget.id,
        area: readArea(faultyTarget),
        kit: detection === 'found',
        prism: finding !== undefined,
      };
      results.push(one);
      print(
        `${subject.name} ${results.length}/${broken.length} ${formatFinders(one)}${finding === undefined ? '' : `  (${finding})`}`,
      );
    }
    const bySpecmatic = await specmaticResults;
    return results.map((one) => {
      const found = bySpecmatic.get(one.id);
      return found === undefined ? one : { ...one, specmatic: found };
    });
  } finally {
    await prism.close();
  }
}

async function runOneByOne(
  broken: readonly FaultyTarget[],
  compare: (faultyTarget: FaultyTarget) => Promise<boolean | undefined>,
): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const faultyTarget of broken) {
    const isFound = await compare(faultyTarget);
    if (isFound !== undefined) found.set(faultyTarget.id, isFound);
  }
  return found;
}

const formatFinders = ({ id, kit, prism }: PeerResult): string => {
  const finders = [...(kit ? ['fleetkit'] : []), ...(prism ? ['Prism'] : [])];
  return `${id}: ${finders.join(', ') || 'no tool'}`;
};

/** Starts Prism for the services of a family. Ignores findings that it also reports for the correct service. */
async function startPrismComparison({ family, folder, signal }: Comparison, correct: readonly PeerExchange[]) {
  const { subject, document } = family;
  const templates = listPathTemplates(document);
  const usual = groupByRequest(correct);
  const known = new Set(correct.map((one) => toExchangeKey(one, templates)));
  const shapes = selectOnePerShape(
    correct.map(({ request }) => request),
    templates,
  );
  const prism = await startPrism(document, folder, signal);
  await checkPrismDetects(prism, correct);
  const remarks = new Map<string, Findings>();

  const usualRemarksAt = async ({ request }: PeerExchange): Promise<Findings> => {
    const name = toRequestKey(request);
    const before = remarks.get(name);
    if (before !== undefined) return before;
    const each: Findings[] = [];
    for (const one of usual.get(name) ?? (await sendAll([request], await subject.open())))
      each.push(await prism.check(one));
    const found = new Set(each.flatMap((some) => [...some]));
    remarks.set(name, found);
    return found;
  };
  const firstNew = async (exchange: PeerExchange): Promise<string | undefined> => {
    const found = await prism.check(exchange);
    if (found.size === 0) return undefined;
    const before = await usualRemarksAt(exchange);
    return [...found].find((one) => !before.has(one));
  };
  return {
    /** Returns the first new finding of Prism for a service, given its exchanges with the kit. */
    finding: async (exchanges: readonly PeerExchange[], faultyTarget: FaultyTarget): Promise<string | undefined> => {
      const checked = new Set(known);
      for (const one of [...exchanges, ...(await sendAll(shapes, await faultyTarget.open()))]) {
        const sight = toExchangeKey(one, templates);
        const found = isCheckable(one) && !checked.has(sight) ? await firstNew(one) : undefined;
        if (found !== undefined) return `${one.request.method} ${one.request.url}: ${found}`;
        checked.add(sight);
      }
      return undefined;
    },
    close: () => prism.close(),
  };
}

/** Positive control: waits until Prism reports a finding for an invalid response, and none for the correct one. */
async function checkPrismDetects(prism: PrismProxy, correct: readonly PeerExchange[]): Promise<void> {
  for (const { request, answer } of correct) {
    if (answer.status !== 200 || request.method !== 'GET') continue;
    const [before, after] = [
      await prism.check({ request, answer }),
      await prism.check({ request, answer: { ...answer, body: Buffer.from('7') } }),
    ];
    if (before.size === 0 && after.size > 0) return;
  }
  throw new Error('Prism did not distinguish an invalid response from a correct one');
}

/** Sends the requests and returns the exchanges. Omits requests without a response. */
async function sendAll(requests: Iterable<PeerExchange['request']>, transport: Transport): Promise<PeerExchange[]> {
  const exchanges: PeerExchange[] = [];
  for (const request of requests) {
    try {
      exchanges.push({ request, answer: await transport(request) });
    } catch {
      // Without a response, there is nothing to send through a proxy.
    }
  }
  return exchanges;
}

/** Returns a function that runs Specmatic on a faulty target; undefined for targets outside the sample. */
async function startSpecmaticComparison(
  { family, folder, signal, specmatic, print }: Comparison,
  correct: readonly PeerExchange[],
): Promise<(faultyTarget: FaultyTarget) => Promise<boolean | undefined>> {
  if (specmatic === undefined) return async () => undefined;
  const { subject, key } = family;
  const document = prepareDocument(family.document, collectKnownValues(correct, listPathTemplates(family.document)));
  const options: SpecmaticOptions = { jar: specmatic.jar, document, key, folder: `${folder}/specmatic`, signal };
  const usual = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const found = await runSpecmatic(await subject.open(), options);
    if (found === undefined) {
      print(`${subject.name}: Specmatic did not finish with the correct service`);
      return async () => undefined;
    }
    for (const one of found) usual.add(one);
  }
  print(`${subject.name}: Specmatic reports ${usual.size} failed tests for the correct service`);
  return async (faultyTarget) => {
    if (!specmatic.sample.has(faultyTarget)) return undefined;
    const found = await runSpecmatic(await faultyTarget.open(), options);
    const finding = found === undefined ? undefined : [...found].find((one) => !usual.has(one));
    print(
      `${subject.name} Specmatic: ${faultyTarget.id}: ${found === undefined ? 'not finished' : (finding ?? 'nothing')}`,
    );
    return found === undefined ? undefined : finding !== undefined;
  };
}
