import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import type { Depth } from '../../reading/verdicts/sampling.ts';
import { fail, forEach, inconclusive, pass } from '../../reading/verdicts/verdict.ts';
import { PROTECTED_READS } from '../../relations/survey/principals.ts';
import { confirmKeysStillWork, expectNoData, findOpener, formatMethodAndPath } from './credentials.ts';

export const headNeedsAKey = check({
  id: 'auth/head-needs-a-key',
  title: 'HEAD without a key reveals nothing about protected data',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'anonymous', 'sampling'],
  async run({ readers, anonymous, sampling }) {
    const paths = sampling.select('protected paths', PROTECTED_READS, { quick: 1, standard: 3, turn: 2 });
    const verdict = await forEach(paths, formatMethodAndPath, async (operation) => {
      const { opener, parameters, control } = findOpener(readers, operation);
      const probe = await anonymous.get(operation, parameters, { method: 'HEAD' });
      const refused = await anonymous.get(operation, parameters);
      if (!isSuccess(probe)) return pass(control, probe);
      // judged by its content, a refusal may be a success of GET too
      if (isSuccess(refused) && probe.header('content-length') === refused.header('content-length'))
        return pass(control, probe, refused);
      const withKey = await opener.get(operation, parameters, { method: 'HEAD' });
      const revealed = listContentHeaders(withKey).find(
        (name) => probe.header(name) === withKey.header(name) && probe.header(name) !== refused.header(name),
      );
      const expected = 'a refusal: the request carries no key';
      if (revealed !== undefined)
        return fail({ expected, actual: probe, saw: `the ${revealed} of the protected response` }, withKey, refused);
      const unknown = Object.fromEntries(Object.keys(parameters).map((name) => [name, 'no-such-id-0']));
      const ofUnknown = await anonymous.get(operation, unknown, { method: 'HEAD' });
      if (operations[operation].path.includes('{') && ofUnknown.status >= 400 && ofUnknown.status < 500)
        return fail({ expected, actual: probe, saw: 'which ids exist' }, ofUnknown, refused);
      // the header is needed with every method; but a refusal of this service may be a success, also of HEAD
      if (isSuccess(refused)) return inconclusive('HEAD without a key succeeds, and its headers reveal nothing', probe);
      return fail({ expected, actual: probe, saw: 'a success, although GET is refused' }, withKey, refused);
    });
    return confirmKeysStillWork(readers, verdict);
  },
});

const SHORTEST_CONTENT = 100;

/** Returns the headers that describe the content of a response. A short length occurs by chance. */
const listContentHeaders = (exchange: Exchange): string[] =>
  ['etag', 'last-modified', 'content-length'].filter(
    (name) =>
      exchange.header(name) !== undefined &&
      (name !== 'content-length' || Number(exchange.header(name)) >= SHORTEST_CONTENT),
  );

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
    return expectNoData(readers, {
      anonymous,
      paths,
      async read({ parameters }, operation) {
        const probes: [Exchange, string][] = [];
        for (const [name, spell] of listSpellings(operation, paths, sampling.depth)) {
          const probe = await anonymous.get(operation, parameters, { spell });
          probes.push([probe, `the path is spelled with ${name}, and no key is sent`]);
        }
        return probes;
      },
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
  async run({ readers, anonymous, sampling }) {
    const methods = sampling.select('methods', ['HEAD', 'OPTIONS', 'GET'], { quick: 1 });
    return expectNoData(readers, {
      anonymous,
      paths: ['listTransactions'],
      async read() {
        const probes: [Exchange, string][] = [];
        for (const [index, method] of methods.entries()) {
          const name = OVERRIDES[index % OVERRIDES.length] ?? OVERRIDES[0];
          const probe = await anonymous.get('listTransactions', {}, { headers: [[name, method]] });
          probes.push([probe, `no key is sent, and ${name}: ${method}`]);
        }
        return probes;
      },
    });
  },
});
