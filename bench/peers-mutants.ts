/*
 * What does a validating proxy find of the services that fleetkit is held against?
 *
 *   npm run bench:peers -- [--only NAME] [--write]
 *
 * Prism's proxy stands in front of each broken service and is sent the requests that the kit sends to the correct one, as
 * far as the answers are other than the correct ones: it looks at one exchange at a time.
 * It has the contract that the service publishes; for the sandbox, the whole contract. A service counts as found when
 * Prism remarks on anything that it did not remark on before, at the same request to the correct service. fleetkit is
 * held against the same services. docs/peers.md says how to read the table; --write puts it there. --only takes one
 * family: sandbox, ledgerline or harbour.
 *
 * All runs on loopback, in a few minutes. What is started here is ended here.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allSpecimens, allSubjects } from '../bin/conform/misbehaving.ts';
import { checks, type TransportRequest, type TransportResponse } from '../conformance/index.ts';
import {
  areaOf,
  behindProxy,
  judge,
  killMatrix,
  mutants,
  type Specimen,
  type Subject,
} from '../conformance/mutants/teeth.ts';
import { serveTarget } from '../conformance/targets/serve.ts';
import { contract } from '../spec/index.ts';
import { hasEnded, startServer, stop } from './children.ts';
import { answersTo, isSame, type Remarks, recording, remarksOfPrism } from './peer-replay.ts';
import { type Fared, tableOf, withTable } from './peers-table.ts';

const GUIDE = join(import.meta.dirname, '../docs/peers.md');
const { values: flags } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-peers-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const prismCommand = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'));
const tell = (text: string): void => void process.stderr.write(`${text}\n`);

const fared: Fared[] = [];
for (const subject of allSubjects) {
  if (subject.name === 'honest') continue; // it keeps no contract that could be given to a peer
  if (flags.only !== undefined && flags.only !== subject.name) continue;
  fared.push(...(await compared(subject, specimensOf(subject))));
}
const table = tableOf(fared);
process.stdout.write(`${table}\n`);
if (flags.write) writeFileSync(GUIDE, withTable(readFileSync(GUIDE, 'utf8'), table));

/** The sandbox stands in for the small target: it keeps the whole contract, so that a proxy has something to hold it to. */
function specimensOf(subject: Subject): readonly Specimen[] {
  const own = allSpecimens.filter((one) => one.subject.name === subject.name);
  if (subject.name !== 'sandbox') return own;
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...mutants.filter(({ id }) => !known.has(id)).map((mutant) => behindProxy(subject, mutant))];
}

async function compared(subject: Subject, specimens: readonly Specimen[]): Promise<readonly Fared[]> {
  tell(`${subject.name}: ${specimens.length} broken services against fleetkit`);
  const matrix = await killMatrix({ specimens, checks });
  const requests = await requestsTo(subject);
  tell(`${subject.name}: the same behind Prism, with ${requests.length} requests each`);
  const found = await foundByPrism(subject, specimens, requests);
  return specimens.map((specimen, index) => ({
    area: areaOf(specimen),
    isFoundByKit: matrix.rows[index]?.fate === 'found',
    isFoundByPrism: found[index] === true,
  }));
}

/** What the kit asks the correct service, each request once. */
async function requestsTo(subject: Subject): Promise<readonly TransportRequest[]> {
  const recorded = recording(await subject.open());
  await judge(subject, { open: () => recorded.transport }, checks);
  return recorded.requests();
}

async function foundByPrism(
  subject: Subject,
  specimens: readonly Specimen[],
  requests: readonly TransportRequest[],
): Promise<readonly boolean[]> {
  const usual = await answersTo(requests, await subject.open());
  const remarksAt = await behindPrism(subject, requests);
  const known = new Map<number, Remarks>();
  const isRemarkedOn = async (index: number, answer: TransportResponse): Promise<boolean> => {
    const before = known.get(index) ?? (await remarksAt.ask(index, usual[index] ?? answer));
    known.set(index, before);
    return [...(await remarksAt.ask(index, answer))].some((one) => !before.has(one));
  };
  const isFound = async (specimen: Specimen): Promise<boolean> => {
    const answers = await answersTo(requests, await specimen.open());
    for (const [index, answer] of answers.entries()) {
      const before = usual[index];
      if (before !== undefined && !isSame(before, answer) && (await isRemarkedOn(index, answer))) return true;
    }
    return false;
  };
  try {
    const found: boolean[] = [];
    for (const specimen of specimens) found.push(await isFound(specimen));
    return found;
  } finally {
    await remarksAt.close();
  }
}

/** Prism in front of a server that gives one answer: what it says of that answer to one of the requests. */
async function behindPrism(subject: Subject, requests: readonly TransportRequest[]) {
  let current: TransportResponse = { status: 204, headers: [], body: new Uint8Array() };
  const upstream = await serveTarget(async () => current);
  const document = join(folder, `${subject.name}.json`);
  writeFileSync(document, JSON.stringify(await documentOf(subject)));
  const port = await freePort();
  const prism = startServer({
    args: [prismCommand, 'proxy', document, upstream.baseUrl, '--port', String(port), '--verboseLevel', 'silent'],
    env: {},
    logFile: join(folder, `${subject.name}.log`),
  });
  const ask = (index: number, answer: TransportResponse): Promise<Remarks> => {
    const request = requests[index];
    if (request === undefined) throw new Error('each answer is to a request');
    current = answer;
    return remarksOfPrism(`http://127.0.0.1:${port}`, request);
  };
  await untilItAnswers(() => (hasEnded(prism) ? Promise.reject(new Error('Prism has ended')) : ask(0, current)));
  return {
    ask,
    close: async () => {
      await stop(prism);
      await upstream.close();
    },
  };
}

/** The contract that a proxy is given: the one that is published, and for the sandbox all of it. */
async function documentOf(subject: Subject): Promise<unknown> {
  if (subject.bindings === undefined) return contract;
  const carry = await subject.open();
  const url = `${subject.address}/v1/integrations/public-openapi.json`;
  const { body } = await carry({ method: 'GET', url, headers: [] });
  return JSON.parse(Buffer.from(body).toString());
}

async function untilItAnswers(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      await ask();
      return;
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNREFUSED')) throw thrown;
      await pause(100);
    }
  }
  throw new Error('Prism did not answer within 30 seconds');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
