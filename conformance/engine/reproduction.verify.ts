import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { needsWholeContract } from '../../lab/matrix/faulty-targets.ts';
import { mutants } from '../../lab/mutants/index.ts';
import { HONEST_EXPECTATIONS, HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import { formatKeyVariable, type Transport } from '../http/client.ts';
import { type RunningServer, serveTransport } from '../testing/serve.ts';
import { run } from './runner.ts';

/*
 * Verifies that the reported `curl` command of each failure reproduces it: the faulty target and the correct one return
 * different responses to it. Needs curl.
 */

const env = {
  ...process.env,
  ...Object.fromEntries([...HONEST_KEYS].map(([name, key]) => [formatKeyVariable(name), key])),
};

/** Removes Content-Length, which a mutant that changes a body leaves as it was. */
const removeLengths =
  (transport: Transport): Transport =>
  async (request) => {
    const response = await transport(request);
    return { ...response, headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-length') };
  };

/** Runs a command against a target, and returns its output without the port and the date. */
async function runCommand(command: string, { url }: RunningServer): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, url)], {
    env,
    encoding: 'latin1',
    maxBuffer: 2 ** 25,
  });
  return stdout.replaceAll(url, 'http://it').replaceAll(/^date:.*$/gim, '');
}

/** Checks whose failures no single command can reproduce, with the reason. */
const NOT_BY_ITSELF: Readonly<Record<string, string>> = {
  'scope/a-foreign-next-page-shows-nothing-foreign': 'needs the cursor of a page that another key has just received',
  'sort/is-stable': 'two responses to the same request differ',
  'feeds/answer-conditional-requests': 'needs the ETag of the previous response',
};

test('the reported command of a failure reproduces it', async () => {
  const reading = mutants.filter((mutant) => !needsWholeContract(mutant));
  const honest = await serveTransport(removeLengths(honestTarget()));
  const silent: { readonly check: string; readonly line: string }[] = [];
  let commands = 0;
  for (const mutant of reading) {
    const broken = await serveTransport(removeLengths(mutant.alter(honestTarget())));
    const named = checks.filter(({ id, needs }) => mutant.kills.includes(id) && !needs.includes('writes'));
    const { results } = await run({
      target: broken.url,
      keys: HONEST_KEYS,
      expectations: HONEST_EXPECTATIONS,
      checks: named,
    });
    for (const { id, outcome, request, cases } of results) {
      if (outcome !== 'fail' && outcome !== 'warning') continue;
      const command = (cases.find((one) => one.outcome === outcome)?.request ?? request)?.curl;
      if (command === undefined || (await runCommand(command, broken)) === (await runCommand(command, honest)))
        silent.push({ check: id, line: `${mutant.id}: ${id} ${command ?? 'names no request'}` });
      commands += 1;
    }
    await broken.close();
  }
  await honest.close();
  process.stdout.write(
    `${commands - silent.length} of ${commands} commands reproduce the failure\n${silent.map(({ line }) => line).join('\n')}\n`,
  );
  expect(commands).toBeGreaterThan(200);
  expect(silent.map(({ check }) => check).sort()).toEqual(Object.keys(NOT_BY_ITSELF).sort());
});
