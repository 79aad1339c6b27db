import type { OperationId } from '../../../spec/index.ts';
import { type Capabilities, check } from '../../engine/check.ts';
import { PROTECTED_READS } from '../../engine/survey/principals.ts';
import type { Depth } from '../../engine/verdicts/sampling.ts';
import { fail, forEach, inconclusive, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { findRefusalFault, revealsControl } from '../../oracles/refusal.ts';
import { confirmKeysStillWork, findOpener, formatMethodAndPath } from './credentials.ts';

/** Judges every protected read that some key can make; the control is the response to that key. */
const judgeEveryPath = async (
  readers: Capabilities['readers'],
  paths: readonly OperationId[],
  judge: (operation: OperationId, parameters: Parameters, control: Exchange) => Promise<Verdict>,
): Promise<Verdict> => {
  const verdict = await forEach(paths, formatMethodAndPath, async (operation) => {
    const { parameters, control } = findOpener(readers, operation);
    return judge(operation, parameters, control);
  });
  return confirmKeysStillWork(readers, verdict);
};

export const headNeedsAKey = check({
  id: 'auth/head-needs-a-key',
  title: 'HEAD needs a key on every protected path',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'anonymous', 'sampling'],
  run: ({ readers, anonymous, sampling }) => {
    const paths = sampling.select('protected paths', PROTECTED_READS, { quick: 1, standard: 2, turn: 2 });
    return judgeEveryPath(readers, paths, async (operation, parameters, control) => {
      const probe = await anonymous.get(operation, parameters, { method: 'HEAD' });
      const expected = 'a refusal: the request carries no key';
      return findRefusalFault({ control, probe, expected }) ?? pass(control, probe);
    });
  },
});

/** Other spellings of a path, which a service may normalise only after its authentication. */
const SPELLINGS: readonly (readonly [name: string, spell: (path: string) => string])[] = [
  ['a slash at the end', (path) => `${path}/`],
  ['two slashes', (path) => path.replace(/\/(?=[^/]*$)/, '//')],
  ['two slashes at the beginning', (path) => `/${path}`],
  ['capitals', (path) => path.replace(/(?<![a-z-])[a-z-]*[a-z](?=[^a-z]*$)/, (word) => word.toUpperCase())],
  [
    'an encoded letter',
    (path) => path.replace(/\/v1\/(.)/, (_, letter: string) => `/v1/%${letter.charCodeAt(0).toString(16)}`),
  ],
  ['a parameter of the path', (path) => `${path};x=1`],
  ['a file extension', (path) => `${path}.json`],
];

export const pathVariantsNeedAKey = check({
  id: 'auth/path-variants-need-a-key',
  title: 'Alternative spellings of a protected path return no data without a key',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'anonymous', 'sampling'],
  run: ({ readers, anonymous, sampling }) => {
    const paths = sampling.select('protected paths', PROTECTED_READS, { quick: 1, standard: 2 });
    return judgeEveryPath(readers, paths, async (operation, parameters, control) => {
      let last = control;
      for (const [name, spell] of listSpellings(operation, paths, sampling.depth)) {
        last = await anonymous.get(operation, parameters, { spell });
        if (!revealsControl(control, last)) continue; // a generic page (not found, login) reveals nothing
        return fail(
          { expected: `no data: the path is spelled with ${name}, and no key is sent`, actual: last },
          control,
        );
      }
      return pass(control, last);
    });
  },
});

/** The spellings to try on a path: all on the two busiest, a slash at the end on the others; a sample tries two in turn. */
function listSpellings(operation: OperationId, paths: readonly OperationId[], depth: Depth): typeof SPELLINGS {
  const first = paths.indexOf(operation) * 2;
  if (depth !== 'thorough')
    return SPELLINGS.filter((_, index) => [0, 1].some((next) => (first + next) % SPELLINGS.length === index));
  return operation === 'getPortal' || operation === 'listTransactions' ? SPELLINGS : SPELLINGS.slice(0, 1);
}

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const;

export const overriddenMethodsNeedAKey = check({
  id: 'auth/overridden-methods-need-a-key',
  title: 'A method-override header does not bypass authentication',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'anonymous', 'sampling'],
  async run({ readers: [reader], anonymous, sampling }) {
    const control = await reader.get('listTransactions');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the transactions`, control);
    const probes = await overrideWithEach(
      anonymous,
      sampling.select('methods', ['HEAD', 'OPTIONS', 'GET'], { quick: 1 }),
    );
    const open = probes.find((probe) => isSuccess(probe) && probe.bytes.length > 0);
    if (open !== undefined) return fail({ expected: 'a refusal: no key is sent', actual: open }, control);
    const failed = probes.find(({ status }) => status >= 500);
    if (failed !== undefined) return inconclusive('the target returned a server error instead of a refusal', failed);
    return pass(control, ...probes);
  },
});

async function overrideWithEach(caller: Caller, methods: readonly string[]): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const [index, method] of methods.entries()) {
    const name = OVERRIDES[index % OVERRIDES.length] ?? OVERRIDES[0];
    answers.push(await caller.get('listTransactions', {}, { headers: [[name, method]] }));
  }
  return answers;
}
