import type { OperationId } from '../../../spec/index.ts';
import { type Capabilities, check } from '../../engine/check.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import {
  AS_BEARER_AND_COOKIE,
  AS_PASSWORD,
  AS_USER_NAME,
  IN_ONE_PARAMETER,
  IN_OTHER_CASE,
  IN_THE_QUERY,
  type KeyForm,
  NEARLY_RIGHT,
  TWICE,
} from '../../http/key-forms.ts';
import type { Depth } from '../../reading/verdicts/sampling.ts';
import { fail, forEach, forEachTestable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { PROTECTED_READS, PUBLIC_READS } from '../../relations/survey/principals.ts';
import { expectNoData, formatMethodAndPath } from './credentials.ts';

/** A sample of the reads: a document, a list and a feed. */
const SAMPLE: readonly OperationId[] = ['getPortal', 'listTransactions', 'getAccountFeed'];

type FormContext = Pick<Capabilities, 'readers' | 'presenting' | 'anonymous'>;

interface FormOnPath {
  readonly operation: OperationId;
  readonly form: KeyForm;
}

const combine = (operations: readonly OperationId[], forms: readonly KeyForm[]): readonly FormOnPath[] =>
  operations.flatMap((operation) => forms.map((form) => ({ operation, form })));

/** Repeats reads of the keys with the key sent in these forms, and expects no data. */
const expectFormsRefused = async (
  { readers, presenting, anonymous }: FormContext,
  cases: readonly FormOnPath[],
): Promise<Verdict> => {
  const verdict = await forEachTestable(
    cases,
    ({ form, operation }) => `${form.title}: ${formatMethodAndPath(operation)}`,
    ({ form, operation }) =>
      expectNoData(readers, {
        anonymous,
        paths: [operation],
        read: async ({ opener, parameters }) => {
          const caller = presenting(opener, form);
          return caller === undefined
            ? []
            : [[await caller.get(operation, parameters), `the key is sent ${form.title}`]];
        },
      }),
  );
  return verdict;
};

export const alteredKeyIsRefused = check({
  id: 'auth/altered-key-is-refused',
  title: 'An empty, truncated or extended key gets no data',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'presenting', 'anonymous', 'sampling'],
  run: (context) =>
    expectFormsRefused(
      context,
      context.sampling.select('altered keys on paths', combine(SAMPLE, NEARLY_RIGHT), {
        quick: 1,
        standard: 2,
      }),
    ),
});

export const keyInOtherCaseIsRefused = check({
  id: 'auth/key-in-other-case-is-refused',
  title: 'A key with upper and lower case swapped gets no data',
  clause: 'auth.key_safety',
  level: 'should',
  needs: ['readers', 'presenting', 'anonymous'],
  run: (context) => expectFormsRefused(context, combine(['getPortal', 'getAccountFeed'], [IN_OTHER_CASE])),
});

const [EMPTIED, ...ALTERED] = NEARLY_RIGHT;

/** The forms to try on a path: one of the altered keys in turn. An empty key, too, on the feed of a terminal, or in a thorough run. */
const chooseForms = (turn: number, depth: Depth, operation: OperationId): readonly KeyForm[] =>
  [
    ...(depth === 'thorough' || operation === 'getTerminalFeed' ? [EMPTIED] : []),
    ALTERED[turn % ALTERED.length],
  ].filter((form) => form !== undefined);

export const everyPathComparesKeysWhole = check({
  id: 'auth/every-path-compares-keys-whole',
  title: 'No protected path returns data to an almost correct key',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'presenting', 'anonymous', 'sampling'],
  run: ({ readers, presenting, anonymous, sampling }) =>
    expectNoData(readers, {
      anonymous,
      paths: sampling.select('protected paths', PROTECTED_READS, { quick: 1 }),
      async read({ opener, parameters }, operation) {
        const probes: [Exchange, string][] = [];
        for (const form of chooseForms(PROTECTED_READS.indexOf(operation), sampling.depth, operation)) {
          const probe = await presenting(opener, form)?.get(operation, parameters);
          if (probe !== undefined) probes.push([probe, `the key is sent ${form.title}`]);
        }
        return probes;
      },
    }),
});

/** A portal, a list and both feeds: readers of feeds often cannot send headers, so that some services make an exception. */
const EXCEPTIONS: readonly OperationId[] = [...SAMPLE, 'getTerminalFeed'];

export const keyInTheQueryIsRefused = check({
  id: 'auth/key-in-the-query-is-refused',
  title: 'A key in the query string gets no data: keys belong in the X-API-Key header',
  clause: 'auth.header',
  level: 'must',
  needs: ['readers', 'presenting', 'anonymous', 'sampling'],
  run: (context) => {
    const together = context.sampling.select('paths', combine(EXCEPTIONS, [IN_THE_QUERY]), { quick: 1 });
    const alone = context.sampling.select('names of parameters', combine(EXCEPTIONS, IN_ONE_PARAMETER), {
      quick: 0,
      standard: 2,
    });
    return expectFormsRefused(context, [...together, ...alone]);
  },
});

export const keyInAnotherHeaderIsRefused = check({
  id: 'auth/key-in-another-header-is-refused',
  title: 'A key sent as bearer token, basic credentials or cookie gets no data',
  clause: 'auth.header',
  level: 'must',
  needs: ['readers', 'presenting', 'anonymous', 'sampling'],
  run: (context) => {
    const together = context.sampling.select('paths', combine(EXCEPTIONS, [AS_BEARER_AND_COOKIE]), { quick: 1 });
    const basic = context.sampling.select('paths', combine(EXCEPTIONS, [AS_USER_NAME, AS_PASSWORD]), {
      quick: 0,
      standard: 2,
    });
    return expectFormsRefused(context, [...together, ...basic]);
  },
});

export const twoKeysAreRefused = check({
  id: 'auth/two-keys-are-refused',
  title: 'A request with both a valid and an invalid key is refused',
  clause: 'auth.header',
  level: 'should',
  needs: ['readers', 'presenting', 'anonymous', 'sampling'],
  run: (context) => {
    const forms = context.sampling.select('orders of two keys', TWICE, { quick: 1, standard: 1 });
    return expectFormsRefused(context, combine(SAMPLE.slice(0, 1), forms));
  },
});

export const keysAreNotRepeated = check({
  id: 'auth/keys-are-not-repeated',
  title: 'No response repeats an API key in its body or headers, in any encoding',
  clause: 'auth.header',
  level: 'should',
  needs: ['archive', 'repeatsAKey', 'stranger'],
  async run({ archive, repeatsAKey, stranger }) {
    const refused = await stranger.get('getPortal');
    // links may repeat the query of the request, so requests with a key in the query are not judged
    const sent = [...archive, refused].filter(
      ({ request }) => !/[?&](api_?key|key|x-api-key|access_token|token|auth)=/i.test(request.url),
    );
    const withKey = sent.filter(({ request }) => request.caller !== 'anonymous');
    const repeating = withKey.find((exchange) => repeatsAKey(joinHeadersAndText(exchange)));
    if (repeating === undefined) return pass(refused, ...withKey.slice(0, 2));
    return fail({ expected: 'no key in any response', actual: repeating, saw: 'the key that was sent' });
  },
});

export const keysAreNotShownToOthers = check({
  id: 'auth/keys-are-not-shown-to-others',
  title: 'No response to a request without a key contains an API key',
  clause: 'auth.public',
  level: 'must',
  needs: ['archive', 'repeatsAKey', 'anonymous'],
  async run({ archive, repeatsAKey, anonymous }) {
    const read = [];
    for (const operation of PUBLIC_READS) read.push(await anonymous.get(operation));
    const open = [...archive, ...read].filter(
      ({ request }) =>
        request.caller === 'anonymous' && !repeatsAKey(`${request.url} ${JSON.stringify(request.headers)}`),
    );
    const [first] = open;
    if (first === undefined) return untestable('no request was sent without a key');
    const showing = open.find((exchange) => repeatsAKey(joinHeadersAndText(exchange)));
    if (showing === undefined) return pass(first, ...open.slice(-1));
    return fail({ expected: 'no key in any response', actual: showing, saw: 'a key that this run uses' });
  },
});

const joinHeadersAndText = ({ text, headers }: Exchange): string =>
  [...headers.map(([name, value]) => `${name}: ${value}`), text].join('\n');

export const publicPathsMindNoKey = check({
  id: 'auth/public-paths-mind-no-key',
  title: 'The public paths do not refuse a request with an invalid key',
  clause: 'auth.public',
  level: 'should',
  needs: ['anonymous', 'stranger'],
  run: ({ anonymous, stranger }) =>
    forEach(PUBLIC_READS, formatMethodAndPath, async (operation) => {
      const [without, withWrong] = await readWithEach([anonymous, stranger], operation);
      if (without === undefined || withWrong === undefined || !isSuccess(without))
        return untestable('the path returns no success without a key');
      if (withWrong.status < 400 || withWrong.status >= 500) return pass(without, withWrong);
      const saw = `a refusal (${withWrong.status})`;
      return fail({ expected: 'a success: the path needs no key', actual: withWrong, saw }, without);
    }),
});

async function readWithEach(callers: readonly Caller[], operation: OperationId): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const caller of callers) answers.push(await caller.get(operation));
  return answers;
}
