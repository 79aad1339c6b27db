import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { checks } from '../checks/index.ts';
import { keyVariable, type Transport } from '../http/client.ts';
import { wantsWholeContract } from '../lab/matrix/faulty-targets.ts';
import { mutants } from '../lab/mutants/index.ts';
import { HONEST_KEYS, honestTarget } from '../lab/targets/honest-target.ts';
import { type Served, served } from '../testing/served.ts';
import { run } from './runner.ts';

/*
 * Whether the command of a failure shows the failure: typed into a shell, it is answered otherwise by the broken service
 * than by the correct one. It takes curl.
 */

const env = { ...process.env, ...Object.fromEntries([...HONEST_KEYS].map(([name, key]) => [keyVariable(name), key])) };

/** A proxy that changed a body left its length as it was: the server counts again. */
const withoutLengths =
  (transport: Transport): Transport =>
  async (request) => {
    const response = await transport(request);
    return { ...response, headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-length') };
  };

/** What differs between two services anyway: their port, and when they were asked. */
async function typed(command: string, { url }: Served): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, url)], {
    env,
    encoding: 'latin1',
    maxBuffer: 2 ** 25,
  });
  return stdout.replaceAll(url, 'http://it').replaceAll(/^date:.*$/gim, '');
}

/** Failures that no command by itself can show, by check. */
const NOT_BY_ITSELF: Readonly<Record<string, string>> = {
  'scope/a-foreign-next-page-shows-nothing-foreign': 'needs the cursor of a page that another key has just received',
  'sort/is-stable': 'two answers to one request differ',
  'feeds/answer-conditional-requests': 'needs the ETag of the previous response',
};

test('the command of a failure shows it', async () => {
  const reading = mutants.filter((mutant) => !wantsWholeContract(mutant));
  const honest = await served(withoutLengths(honestTarget()));
  const silent: { readonly check: string; readonly line: string }[] = [];
  let commands = 0;
  for (const mutant of reading) {
    const broken = await served(withoutLengths(mutant.alter(honestTarget())));
    const named = checks.filter(({ id, needs }) => mutant.kills.includes(id) && !needs.includes('writes'));
    const { results } = await run({ target: broken.url, keys: HONEST_KEYS, checks: named });
    for (const { id, outcome, request, cases } of results) {
      if (outcome !== 'fail' && outcome !== 'warning') continue;
      const command = (cases.find((one) => one.outcome === outcome)?.request ?? request)?.curl;
      if (command === undefined || (await typed(command, broken)) === (await typed(command, honest)))
        silent.push({ check: id, line: `${mutant.id}: ${id} ${command ?? 'names no request'}` });
      commands += 1;
    }
    await broken.close();
  }
  await honest.close();
  process.stdout.write(
    `${commands - silent.length} of ${commands} commands show what is wrong\n${silent.map(({ line }) => line).join('\n')}\n`,
  );
  expect(commands).toBeGreaterThan(200);
  expect(silent.map(({ check }) => check).sort()).toEqual(Object.keys(NOT_BY_ITSELF).sort());
});
