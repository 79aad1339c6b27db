import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { FORMER_IDS } from '../../conformance/checks/former-ids.ts';
import { listRules } from '../../conformance/engine/check.ts';
import { matchesPattern } from '../../conformance/engine/check-selection.ts';
import { createHttpTransport } from '../../conformance/http/transport/transport.ts';
import { checks, parseBaseline, reports, runConformance } from '../../conformance/index.ts';
import { type DemandProfile, tenants } from '../../fixtures/index.ts';
import { getRequestAmounts } from '../../fixtures/model/distributions.ts';
import { createAtlasTenant } from '../../fixtures/tenants/atlas/index.ts';
import { mutants } from '../../lab/mutants/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { isPortForReceivers } from '../../server/delivery/network/receiver-ports.ts';
import { MAX_HEADER_VALUE } from '../../server/http/edge/limits.ts';
import { MAX_BODY_BYTES, MAX_SHARED_BODY_BYTES } from '../../server/http/request/4-input/request-body.ts';
import { MAX_FAULTS } from '../../server/problems/problem.ts';
import { gaps, operations } from '../../spec/index.ts';
import { sandboxOperations } from '../../spec/sandbox-contract.ts';
import { createProgram } from '../command-line.ts';
import {
  ADDRESS,
  documents,
  type ExampleReply,
  type Fence,
  listDocumentExamples,
  type ParsedDocument,
  ROOT,
  readMarkdown,
  sendCurl,
  splitCommandLine,
} from '../dev/test-documents.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { findLibrary } from './testing/built-code.ts';
import { type CommandResult, createOperatorEnvironment, runFleetkit } from './testing/run-cli.ts';
import { startSampleReceiver } from './testing/sample-receiver.ts';

/*
 * Checks the documents: sends their requests, runs their commands, compares the quoted results, and looks up the files and
 * options that they name. Each document has its own sandbox, so that its examples work in order from the first line.
 */

const readme = readMarkdown('README.md');

type Ended = Pick<CommandResult, 'code' | 'stdout'>;

const runs = new Map<string, Promise<Ended>>();

/**
 * Runs `npx fleetkit …` from the sources, with the address of `sandbox` in place of the documented one. Runs a line once
 * per sandbox, except for a reset.
 */
function fleetkit(line: string, { url, operatorToken = '' }: RunningSandbox): Promise<Ended> {
  const here = line.replace(/\s+# .*$/, '').replace(ADDRESS, url);
  const known = `${url} ${here}`;
  const run =
    (/ reset\b/.test(line) ? undefined : runs.get(known)) ??
    runToEnd(splitCommandLine(here).slice(2), url, operatorToken);
  runs.set(known, run);
  return run;
}

/** The working directory of the commands. */
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-docs-'));

async function runToEnd(given: readonly string[], url: string, operatorToken: string): Promise<Ended> {
  const { code, stdout } = await runFleetkit(given, {
    env: createOperatorEnvironment({ url, operatorToken }),
    cwd: folder,
  });
  return { code, stdout: stdout.replaceAll(url, ADDRESS) };
}

/** Returns the lines without durations, which differ between machines. */
const toComparable = (text: string): string[] =>
  text
    .replaceAll(/in \d+\.\d s/g, 'in a while')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC, fleetkit [\w.-]+/g, 'once')
    .trimEnd()
    .split('\n');

function expectQuoted(quote: Fence, output: string): void {
  const quoted = toComparable(quote.lines.join('\n'));
  const lines = toComparable(output);
  const start = lines.indexOf(quoted[0] ?? '');
  expect(lines.slice(start, start + quoted.length)).toEqual(quoted);
}

/** Expects that the document quotes what is not verified, as a whole, and each choice of the target that the run found. */
function expectQuotedParts(quote: Fence, output: string): void {
  const quoted = quote.lines.join('\n');
  const findPart = (title: string, text: string) =>
    new RegExp(`^${title} \\(\\d+\\)\n\n[\\s\\S]*?(?=\n\n|$)`, 'm').exec(text)?.[0];
  for (const title of ['NOT VERIFIED', 'ADVICE NOT VERIFIED']) {
    expect(findPart(title, output)).toBeDefined();
    expect(findPart(title, quoted)).toBe(findPart(title, output));
  }
  const choices = output.split('\n').filter((line) => line.startsWith('= '));
  expect(choices.length).toBeGreaterThan(3);
  expect(choices.filter((line) => !quote.lines.includes(line))).toEqual([]);
}

const sandboxes = new Map<string, RunningSandbox>();
const replies = new Map<string, ExampleReply[]>();

/** Returns the sandbox of a document. A document without examples uses that of the README. */
function findSandbox({ path }: ParsedDocument): RunningSandbox {
  const sandbox = sandboxes.get(path) ?? sandboxes.get(readme.path);
  if (sandbox === undefined) throw new Error(`${path} has no sandbox`);
  return sandbox;
}

/** Returns the reply to the example that contains `text`. */
function replyTo(path: string, text: string): ExampleReply {
  const found = replies.get(path)?.find(({ line }) => line.includes(text));
  if (found === undefined) throw new Error(`${path} has no example with ${text}`);
  return found;
}

beforeAll(async () => {
  for (const document of documents) {
    for (const { line } of listDocumentExamples(document, 'printf ')) execFileSync('sh', ['-c', line], { cwd: folder });
    const requests = listDocumentExamples(document, 'curl ');
    if (requests.length + listDocumentExamples(document, 'npx fleetkit ').length === 0) continue;
    const sandbox = await startSandbox({ port: 0, publicUrl: ADDRESS });
    sandboxes.set(document.path, sandbox);
    const answered: ExampleReply[] = [];
    for (const { line } of requests)
      answered.push({ ...(await sendCurl(line.replace('$TOKEN', sandbox.operatorToken ?? ''), sandbox.url)), line });
    replies.set(document.path, answered);
  }
});
afterAll(async () => {
  await Promise.all([...sandboxes.values()].map((sandbox) => sandbox.close()));
  rmSync(folder, { recursive: true });
});

const withRequests = documents.filter((document) => listDocumentExamples(document, 'curl ').length > 0);

test('finds examples in the documents', () => {
  expect(withRequests.map(({ path }) => path)).toEqual([
    'README.md',
    'docs/moving-time.md',
    'docs/outcomes.md',
    'docs/past.md',
    'docs/using-the-sandbox.md',
    'docs/webhooks.md',
  ]);
  expect(replies.get('docs/using-the-sandbox.md')?.length).toBeGreaterThan(5);
});

describe.each(withRequests.map((document) => [document.path, document] as const))(
  'requests of %s',
  (path, document) => {
    test.each(listDocumentExamples(document, 'curl '))('$line', ({ line, quote, introduction }) => {
      const reply = replyTo(path, line);
      const wanted = /Prefer: [^']*code=(\d+)/.exec(line)?.[1];
      if (wanted === undefined) expect(reply.status).toBeLessThan(500);
      else expect(reply.status).toBe(Number(wanted));
      if (quote?.language !== 'json') return;
      const quoted = JSON.parse(quote.lines.join('\n'));
      expect(JSON.parse(reply.text)).toMatchObject(quoted);
      if (!isDeepStrictEqual(JSON.parse(reply.text), quoted)) expect(introduction).toContain('shortened');
    });
  },
);

/** Returns whether a command exits and needs only a sandbox. bin/e2e/receiving-webhooks.verify.ts runs those with a receiver. */
const isRunHere = (line: string): boolean =>
  !/[$]| https:\/\/portal\.example/.test(line) &&
  (!/ serve\b| demo\b| listen\b| mcp\b| receiver check http/.test(line) || line.includes('--help'));

const commands = documents.flatMap((document) => [
  ...listDocumentExamples(document, 'npx fleetkit ').map((example) => ({ document, ...example })),
  ...document.names
    .filter((name) => name.startsWith('npx fleetkit '))
    .map((line) => ({ document, line, quote: undefined })),
]);

describe('commands', () => {
  /** A run of many seconds. `npm test` runs a part of one, if a document quotes its output. */
  const isWholeRun = (line: string): boolean => / conform http/.test(line) && !line.includes('--only');
  const run = commands.filter(
    ({ line, quote }) => isRunHere(line) && (isThorough || quote !== undefined || !isWholeRun(line)),
  );

  /** A whole run of the kit takes over a minute while other tests use both cores. */
  const WHOLE_RUN_MS = 300_000;

  test.each(run)(
    '$line',
    async ({ document, line, quote }) => {
      const isShort = !isThorough && isWholeRun(line);
      const { code, stdout } = isShort ? await runQuoted() : await fleetkit(line, findSandbox(document));
      expect([0, 4]).toContain(code);
      expect(stdout).not.toBe('');
      if (quote === undefined) return;
      if (isShort) expectQuotedParts(quote, stdout);
      else expectQuoted(quote, stdout);
    },
    WHOLE_RUN_MS,
  );

  test('have every option that the documents name', async () => {
    const program = await createProgram();
    const listOptions = (name: string): ReadonlySet<string> => {
      const below = program.commands.find((one) => one.name() === name);
      return new Set(below === undefined ? [] : listWithSubcommands(below).flatMap(listLongOptions));
    };
    const optionsIn = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option);
    expect(commands.length).toBeGreaterThan(8);
    for (const { line } of commands) {
      const known = listOptions(splitCommandLine(line)[2] ?? '');
      expect(optionsIn(line).filter((option) => !known.has(option))).toEqual([]);
    }
    const all = new Set(listWithSubcommands(program).flatMap(listLongOptions));
    const named = documents.flatMap(({ names }) => names.filter((name) => name.startsWith('--')).flatMap(optionsIn));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((option) => !all.has(option))).toEqual([]);
  });
});

const listWithSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap((below) => listWithSubcommands(below)),
];
const listLongOptions = ({ options }: Command): readonly string[] => [
  '--help',
  ...options.flatMap(({ long, short }) => [long ?? [], short ?? []].flat()),
];

const KEYS: ReadonlyMap<string, string> = new Map([
  ['admin', 'sbx-northway-admin'],
  ['redline', 'sbx-redline-admin'],
  ['audit', 'sbx-northway-audit'],
]);
const pickFirstKeys = (count: number) => new Map([...KEYS].slice(0, count));

test.each([
  { path: 'README.md', prints: ["object: 'list'", "transaction_type: 'withdrawal'"] },
  { path: 'docs/moving-time.md', prints: [] },
  { path: 'docs/webhooks.md', prints: ["type: 'cash_out'", 'verified: true'] },
])('runs the program of $path with the documented output', async ({ path, prints }) => {
  const [shown] = readMarkdown(path).fences.filter(({ language }) => language === 'ts');
  const library = pathToFileURL(findLibrary()).href;
  const file = join(folder, 'program.ts');
  writeFileSync(file, shown?.lines.join('\n').replace("'fleetkit'", `'${library}'`) ?? '');
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  for (const text of prints) expect(stdout).toContain(text);
});

describe('docs/judging-a-deployment.md', () => {
  const document = readMarkdown('docs/judging-a-deployment.md');
  const broken = document.fences.flatMap((fence) => {
    const id = /<!-- mutant: ([\w-]+) -->\s*$/.exec(fence.before)?.[1];
    return id === undefined ? [] : [{ id, fence }];
  });

  test.each(broken)('quotes the output for $id', async ({ id, fence }) => {
    const mutant = mutants.find((one) => one.id === id);
    if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
    const { url } = findSandbox(document);
    const { transport, close } = createHttpTransport({ timeoutMs: 10_000 });
    const result = await runConformance({
      target: ADDRESS,
      keys: pickFirstKeys(2),
      checks: checks.filter((one) => mutant.kills.includes(one.id)),
      transport: mutant.alter((request) => transport({ ...request, url: request.url.replace(ADDRESS, url) })),
    });
    await close();
    expectQuoted(fence, reports.text(result, { colour: false }));
  });

  test.runIf(isThorough)(
    'states the number of unverified checks by number of keys',
    async () => {
      const column = /\| Keys \| Left unverified \|.*\n.*\n((?:\|.*\n)+)/.exec(document.text)?.[1]?.trim().split('\n');
      const stated = column?.map((row) => Number(row.split('|')[2]));
      const left: number[] = [];
      for (let count = 0; count <= 3; count += 1) {
        const { results } = await runConformance({
          target: findSandbox(document).url,
          keys: pickFirstKeys(count),
          allowWrites: count === 3,
        });
        const isOpen = (outcome: string) => outcome !== 'pass' && outcome !== 'not-applicable';
        left.push(results.filter(({ decides, outcome }) => decides && isOpen(outcome)).length);
      }
      expect(stated).toEqual(left);
    },
    180_000,
  );

  const yaml = (word: string) =>
    document.fences.filter(({ language, lines }) => language === 'yaml' && lines.join('\n').includes(word));

  test('shows a valid baseline', () => {
    const [fence, ...more] = yaml('untestable:');
    const ids = checks.map(({ id }) => id);
    const read = parseBaseline(fence?.lines.join('\n') ?? '', ids, String);
    expect('baseline' in read ? read.baseline.map(({ list }) => list) : read.problems).toEqual([
      'failures',
      'untestable',
    ]);
    expect(more).toEqual([]);
  });

  test('shows a workflow with inputs of the action, and describes each input', () => {
    const { inputs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
    const [fence] = yaml('jobs:');
    const { steps } = parse(fence?.lines.join('\n') ?? '').jobs.conformance;
    const step = steps.find(({ uses = '' }) => uses === `acme/fleetkit@v${packageJson.version}`);
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    expect(Object.keys(inputs).filter((name) => !document.names.includes(name))).toEqual([]);
  });

  test('shows inputs of the template for GitLab', () => {
    const [fence] = yaml('include:');
    const [{ file, ref, inputs }] = parse(fence?.lines.join('\n') ?? '').include;
    const [header] = parseAllDocuments(readFileSync(join(ROOT, file), 'utf8'));
    expect(Object.keys(header?.toJS().spec.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    expect(ref).toBe(`v${packageJson.version}`);
  });

  test('names every topic', () => {
    const topics = new Set(checks.map(({ id }) => id.split('/')[0] ?? ''));
    expect([...topics].filter((topic) => !document.names.includes(topic))).toEqual([]);
  });
});

const judging = readMarkdown('docs/judging-a-deployment.md');
const [quoted] = listDocumentExamples(judging, 'npx fleetkit conform');

/** The options for the checks that the quoted run could not verify, and for one topic with choices of the target. */
const listShortOptions = (): string => {
  const [, unverified = ''] = /^NOT VERIFIED([\s\S]*?)^CHOICES/m.exec(quoted?.quote?.lines.join('\n') ?? '') ?? [];
  const ids = checks.map(({ id }) => id).filter((id) => unverified.split(/[\s,]+/).includes(id));
  return [...ids, 'limit'].map((name) => `--only ${name}`).join(' ');
};

/** Returns the output of the run with two keys that the guide quotes; in `npm test`, of the part of it that is not verified. */
const runQuoted = (): Promise<Ended> =>
  fleetkit(`${quoted?.line ?? ''}${isThorough ? '' : ` ${listShortOptions()}`}`, findSandbox(judging));

/**
 * Sentences of the documents, each with a test of its statement. Review the test when a sentence changes. Only `npm run verify` runs the
 * slow ones.
 */
const claims: readonly {
  readonly path: string;
  readonly claim: string;
  readonly isSlow?: true;
  holds(): void | Promise<void>;
}[] = [
  {
    path: 'README.md',
    claim: 'all 22 operations, over six made-up fleets',
    holds: () => expect([Object.keys(operations).length, tenants.length]).toEqual([22, 6]),
  },
  {
    path: 'README.md',
    claim: 'the five withdrawals with the largest completed amounts at one terminal, newest first among equals',
    holds() {
      const rows: { amt_comp: string; terminal_datetime: string; transaction_type: string }[] = JSON.parse(
        replyTo('README.md', 'sort_by=amt_comp&').text,
      ).data;
      expect(new Set(rows.map(({ transaction_type: type }) => type))).toEqual(new Set(['withdrawal']));
      const ordered = rows.toSorted(
        (a, b) =>
          Number(b.amt_comp) - Number(a.amt_comp) || Date.parse(b.terminal_datetime) - Date.parse(a.terminal_datetime),
      );
      expect(rows).toHaveLength(5);
      expect(rows).toEqual(ordered);
    },
  },
  {
    path: 'README.md',
    claim: 'Request the latest transaction',
    holds: () => expect(replyTo('README.md', 'limit=1').text.length).toBeLessThan(1000),
  },
  {
    path: 'docs/judging-a-deployment.md',
    claim: 'so that the exit code is 0',
    async holds() {
      const [example] = listDocumentExamples(judging, 'npx fleetkit conform').filter(({ line }) =>
        line.includes('sandbox-keys'),
      );
      const line = example?.line ?? '';
      const skipped = [...line.matchAll(/--skip '([^']+)'/g)].map(([, pattern = '']) => pattern);
      const topics = new Set(skipped.map((pattern) => pattern.replace(/\/.*/, '')));
      const shorter = [line, ...sample([...topics], 1).map((topic) => `--only ${topic}`)].join(' ');
      const { code } = await fleetkit(isThorough ? line : shorter, findSandbox(judging));
      expect(code).toBe(0);
      // It skips all that the first run could not verify, with the same keys.
      const [, list = ''] = /^NOT VERIFIED .*\n\n(?:\? .*\n)([\s\S]*?)\n\n/m.exec((await runQuoted()).stdout) ?? [];
      const unverified = list.trim().split(/,\s+/);
      expect(unverified.length).toBeGreaterThan(1);
      expect(unverified.filter((id) => !skipped.some((pattern) => matchesPattern(pattern, id)))).toEqual([]);
    },
  },
  {
    path: 'README.md',
    claim: 'check it with the same secret',
    async holds() {
      const secrets = [...readme.text.matchAll(/_SECRET=(\S+)/g)].map(([, secret = '']) => secret);
      expect([secrets.length, new Set(secrets).size]).toEqual([2, 1]);
      const [secret = ''] = secrets;
      const command = [process.execPath, 'docs/receivers/node-plain/receiver.mjs'];
      expect(readme.text).toContain(`WEBHOOK_SECRET=${secret} PORT=3000 node ${command[1]}\n`);
      const receiver = await startSampleReceiver(command, secret);
      const line = `receiver check ${receiver.url} --only valid`.split(' ');
      const { code } = await runFleetkit(line, { env: { FLEETKIT_WEBHOOK_SECRET: secret } });
      receiver.end();
      expect(code).toBe(0);
    },
  },
  {
    path: 'docs/using-the-sandbox.md',
    claim:
      'The next read shows what you wrote. A retry with the same `Idempotency-Key` returns the first reply and writes nothing',
    async holds() {
      // In a sandbox without the replies to the other examples.
      const own = await startSandbox({ port: 0, publicUrl: ADDRESS });
      const { line } = replyTo('docs/using-the-sandbox.md', 'first-try');
      const [first, again] = [await sendCurl(line, own.url), await sendCurl(line, own.url)];
      expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
      expect(again.text).toBe(first.text);
      const [{ batch_id: id }] = JSON.parse(first.text).batches;
      const list = await sendCurl(`curl -H 'X-API-Key: sbx-northway-finance' ${ADDRESS}/v1/settlements`, own.url);
      expect(list.text.split(`"${id}"`)).toHaveLength(2);
      await own.close();
    },
  },
  {
    path: 'README.md',
    claim: 'here twelve checks about writing are not verified, and the exit code is 4',
    async holds() {
      const [example] = listDocumentExamples(readme, 'npx fleetkit conform');
      const line = example?.line ?? '';
      // In `npm test`, the guide's run with the same keys states the number; the README's line runs on one topic.
      expect(line).toBe(quoted?.line.replaceAll(/--key \w+=/g, '--key '));
      const ended = await fleetkit(isThorough ? line : `${line} --only auth`, findSandbox(readme));
      expect(ended.code).toBe(4);
      const whole = isThorough ? ended : await runQuoted();
      expect(whole.code).toBe(4);
      expect(whole.stdout).toContain('no failures, but 12 required checks could not be verified');
    },
  },
  {
    path: 'docs/fleets.md',
    claim: '| Key | Tenant | Shows |',
    holds() {
      const { text } = readMarkdown('docs/fleets.md');
      for (const { accounts, terminals, users } of tenants) {
        const key = users.find(({ keys }) => keys.length > 0)?.keys[0]?.key;
        const name = accounts[0]?.name.split(' ').slice(0, 2).join(' ');
        expect(text).toMatch(new RegExp(`\\| \`${key}\` \\| ${name}.*, ${terminals.length}( terminals)? \\|`));
      }
    },
  },
  {
    path: 'docs/using-the-sandbox.md',
    claim: '`page.matched` is 48, 14 and 9',
    holds() {
      const matched = (key: string) => JSON.parse(replyTo('docs/using-the-sandbox.md', key).text).page.matched;
      expect(['northway-admin', 'northway-tech', 'cashco-vault'].map(matched)).toEqual([48, 14, 9]);
    },
  },
  {
    path: 'docs/using-the-sandbox.md',
    claim: 'As written, the reply is a 422 with `unknown_transaction`',
    holds() {
      const { status, text } = replyTo('docs/using-the-sandbox.md', '/v1/disputes');
      expect([status, JSON.parse(text).errors[0].code]).toEqual([422, 'unknown_transaction']);
    },
  },
  {
    path: 'docs/judging-a-deployment.md',
    claim: 'opens up to five disputes, each over 1.00',
    isSlow: true,
    async holds() {
      const sandbox = findSandbox(readMarkdown('docs/judging-a-deployment.md'));
      const cases = async (): Promise<{ amount: string }[]> =>
        JSON.parse((await sendCurl(`curl -H 'X-API-Key: sbx-northway-admin' ${ADDRESS}/v1/disputes`, sandbox.url)).text)
          .data;
      const before = await cases();
      const writing = checks.filter(({ needs }) => needs.includes('writes'));
      const run = await runConformance({ target: sandbox.url, keys: KEYS, checks: writing, allowWrites: true });
      const after = await cases();
      expect([writing.length, run.exitCode, after.length - before.length]).toEqual([18, 0, 5]);
      expect(new Set(after.slice(0, 2).map(({ amount }) => amount))).toEqual(new Set(['1.00']));
    },
  },
  {
    path: 'docs/hosting.md',
    claim: '| Limit | Value | Beyond it | |---|---|---| | request line and headers together | 16 KiB |',
    holds() {
      const { text } = readMarkdown('docs/hosting.md');
      const rows = text.split('\n').filter((line) => line.startsWith('| '));
      for (const [header, most] of Object.entries(MAX_HEADER_VALUE))
        expect(rows.filter((row) => row.includes(`\`${header}\``))).toEqual([
          expect.stringMatching(` ${most} characters `),
        ]);
      const sizes = Object.values(sandboxOperations).flatMap(({ maxBodyBytes = [] }) => maxBodyBytes);
      const inWords = [MAX_BODY_BYTES, MAX_SHARED_BODY_BYTES, ...sizes].map((bytes) =>
        bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`,
      );
      const [body = ''] = rows.filter((row) => row.startsWith('| request body '));
      expect(body.match(/\d+ [KM]iB/g)?.toSorted()).toEqual(inWords.toSorted());
      expect(rows).toContainEqual(expect.stringMatching(`faults .* ${MAX_FAULTS} `));
    },
  },
  {
    path: 'docs/hosting.md',
    claim: 'A hosted sandbox never sends to these ports',
    holds() {
      const [, list = ''] =
        /never sends to these ports[^:]*:\s+([\d,\s]+)\./.exec(readMarkdown('docs/hosting.md').text) ?? [];
      const ports = Array.from({ length: 65_535 - 1023 }, (_, index) => 1024 + index);
      expect(list.split(/,\s+/).map(Number)).toEqual(ports.filter((port) => !isPortForReceivers(port)));
    },
  },
  {
    path: 'docs/fleets.md',
    claim: '| Site | Attempts per month, median | Mean amount requested | Surcharge |',
    holds() {
      const sites: Record<DemandProfile, string> = {
        convenience: 'shops, fuel, restaurants, transit',
        nightlife: 'bars, clubs',
        hotel: 'hotels',
        casino: 'casinos',
        dispensary: 'dispensaries',
        idle: 'idle machines',
      };
      const { text } = readMarkdown('docs/fleets.md');
      for (const [profile, site] of Object.entries(sites) as [DemandProfile, string][]) {
        // the keys are those of the record
        const cassettes = [{ denominationCents: 2000, capacityNotes: 2000, lowThresholdNotes: 100 }];
        const machine = { demand: { profile }, cash: { cassettes, loadEveryDays: 7 }, maxWithdrawalCents: 80_000 };
        const { meanCents } = getRequestAmounts(machine);
        expect(text).toMatch(new RegExp(`\\| ${site} \\| [\\d,]+ \\| ${(meanCents / 100).toFixed(2)} \\|`));
      }
    },
  },
  {
    path: 'docs/decisions/0008-what-a-provisioning-checksum-covers.md',
    claim: 'Any client can compute the checksum from a payload',
    async holds() {
      const line = `curl -H 'X-API-Key: sbx-northway-admin' ${ADDRESS}/v1/terminals/NW104233/provisioning-payload`;
      const payload = JSON.parse((await sendCurl(line, findSandbox(readme).url)).text);
      const { generated_at: _at, checksum, job: _job, ...configuration } = payload;
      const { status: _status, loaded_at: _loaded, ...keys } = payload.keys;
      const text = toCanonicalText({ ...configuration, keys });
      expect(`sha256:${createHash('sha256').update(text).digest('hex')}`).toBe(checksum);
    },
  },
  {
    path: 'docs/gaps.md',
    claim: '| ignored | No check covers it. |',
    holds() {
      const ignored = gaps.filter(({ kit }) => kit === 'ignored').map(({ id }): string => id);
      expect(checks.filter((one) => listRules(one).some((rule) => ignored.includes(rule))).map(({ id }) => id)).toEqual(
        [],
      );
    },
  },
];

/** Formats JSON without spaces, with members sorted by name. */
function toCanonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalText(member)}`).join()}}`;
}

test.each(claims.filter(({ isSlow = false }) => isThorough || !isSlow))(
  '$path: $claim',
  async ({ path, claim, holds }) => {
    const text = readMarkdown(path).text.replaceAll(/\s+/g, ' ');
    expect(text.includes(claim), `${path} no longer contains: ${claim}`).toBe(true);
    await holds();
  },
);

describe.each(documents.map((document) => [document.path, document] as const))('the names in %s', (_path, document) => {
  test('refer to existing files, checks, scripts, terminals and keys', () => {
    const { names, text } = document;
    const files = names.filter((name) =>
      /^(base|spec|fixtures|server|conformance|bin|docs|bench|tools)\/[\w./-]*$/.test(name),
    );
    expect(files.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    const topics = new Set(checks.map(({ id }) => id.split('/')[0]));
    const ids = names.filter((name) => /^[\w-]+\/[\w-]+$/.test(name) && topics.has(name.split('/')[0]));
    expect(ids.filter((name) => !checks.some(({ id }) => id === name) && !(name in FORMER_IDS))).toEqual([]);
    const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
    expect(scripts.filter((script) => !canRun(script))).toEqual([]);
    const terminals = [...text.matchAll(/\b(?:NW|HB|PN|DG|HS|MR|RL)\d{6}\b/g)].map(([id]) => id);
    expect(terminals.filter((id) => !known.terminals.has(id))).toEqual([]);
    const keys = [...text.matchAll(/\bsbx-[a-z]+-[a-z]+/g)].map(([key]) => key);
    expect(keys.filter((key) => !known.keys.has(key))).toEqual([]);
  });
});

const known = {
  terminals: new Set(tenants.flatMap(({ terminals }) => terminals.map(({ terminalId }) => terminalId))),
  keys: new Set(
    [...tenants, createAtlasTenant(1)].flatMap(({ users }) => users.flatMap(({ keys }) => keys.map(({ key }) => key))),
  ),
};

/** Returns whether the package has the script and every file that the script names. */
function canRun(script: string): boolean {
  const line = new Map<string, string>(Object.entries(packageJson.scripts)).get(script);
  const files = line?.split(' ').filter((word) => /^[\w./-]+\.(c?[jt]s|json|yaml)$/.test(word));
  return files?.every((file) => existsSync(join(ROOT, file))) === true;
}

test('finds every document that the code refers to', () => {
  const sources = ['base', 'spec', 'fixtures', 'server', 'conformance', 'bin', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|yaml)$/.test(name) && !name.includes('generated'))
      .map((name) => `${folder}/${name}`),
  );
  // An address such as `/docs/decisions.md` is not a file.
  const references = sources.flatMap((source) =>
    [...readFileSync(join(ROOT, source), 'utf8').matchAll(/(?<!(?:^|[^.\w])\/)docs\/[\w/-]+\.md/gm)].map(
      ([path]) => `${source}: ${path}`,
    ),
  );
  expect(references.length).toBeGreaterThan(5);
  expect(references.filter((reference) => !existsSync(join(ROOT, reference.split(': ')[1] ?? '')))).toEqual([]);
});
