import { HONEST_KEYS } from '../targets/honest-target.ts';
import { type Mutant, makeJsonResponse, replaceResponse } from './proxy-helpers.ts';

const STACK = 'TypeError: x is not a function\n    at rowsOf (/srv/portal/lib/rows.js:88:17)';

export const errorMutants: readonly Mutant[] = [
  {
    id: 'errors-disputes-of-one-key-fail',
    title: 'The list of disputes fails for one key each time',
    kills: ['contract/reads-do-not-fail'],
    isSubtle: true,
    alter: replaceResponse(
      ({ operation, key }) => operation === 'listDisputes' && key === HONEST_KEYS.get('clerk'),
      async () => makeJsonResponse(500, {}),
    ),
  },
  {
    id: 'errors-the-branding-status-fails',
    title: 'The branding status fails each time',
    kills: ['contract/documented-reads-exist'],
    alter: replaceResponse('getBrandingStatus', async () => makeJsonResponse(500, {})),
  },
  {
    id: 'errors-a-limit-in-words-fails',
    title: 'A non-numeric limit causes a server error',
    kills: ['errors/odd-parameters-are-borne'],
    alter: replaceResponse(
      ({ query }) => /^[a-z]+$/.test(query.get('limit') ?? ''),
      async () => makeJsonResponse(500, {}),
    ),
  },
  {
    id: 'errors-a-quote-fails',
    title: 'A quotation mark in a group id causes a server error',
    kills: ['errors/odd-parameters-are-borne'],
    alter: replaceResponse(
      ({ query }) => [...query.values()].some((value) => value.includes("'")),
      async () => makeJsonResponse(500, {}),
    ),
  },
  {
    id: 'errors-a-line-break-writes-a-header',
    title: 'A line break in a parameter injects a header',
    kills: ['errors/odd-parameters-are-borne'],
    isSubtle: true,
    alter: replaceResponse(
      ({ query }) => [...query.values()].some((value) => value.includes('\r\n')),
      async () => ({ ...makeJsonResponse(400, {}), headers: [['X-Injected', '1']] }),
    ),
  },
  {
    id: 'errors-a-long-id-fails',
    title: 'An id of several thousand characters causes a server error',
    kills: ['errors/odd-ids-are-borne'],
    alter: replaceResponse(
      ({ request }) => new URL(request.url).pathname.length > 4000,
      async () => makeJsonResponse(500, {}),
    ),
  },
  {
    id: 'errors-show-a-stack',
    title: 'An unknown direction returns a stack trace',
    kills: ['errors/tell-nothing-inner'],
    alter: replaceResponse(
      ({ query }) => query.get('sort_dir') === 'sideways',
      async () => makeJsonResponse(400, { status: 400, title: STACK }),
    ),
  },
  {
    id: 'errors-show-a-statement',
    title: 'An unknown column returns an SQL statement',
    kills: ['errors/tell-nothing-inner'],
    alter: replaceResponse(
      ({ query }) => query.get('sort_by') === 'no_such_column',
      async () => makeJsonResponse(400, { status: 400, title: 'SELECT * FROM movements ORDER BY no_such_column' }),
    ),
  },
  {
    id: 'errors-are-pages',
    title: 'An unknown terminal returns an HTML page',
    kills: ['errors/are-no-web-pages'],
    alter: replaceResponse('getTerminalStatus', async ({ request }, pass) => {
      const honest = await pass(request);
      if (honest.status !== 404) return honest;
      return {
        status: 404,
        headers: [['Content-Type', 'text/html']],
        body: Buffer.from('<html><h1>Not Found</h1></html>'),
      };
    }),
  },
  {
    id: 'errors-have-two-shapes',
    title: 'Errors of the location list have another shape than all others',
    kills: ['errors/have-one-shape'],
    alter: replaceResponse('getLocation', async ({ request }, pass) => {
      const honest = await pass(request);
      return honest.status < 400 ? honest : makeJsonResponse(honest.status, { fault: { code: 'E1' } });
    }),
  },
];
