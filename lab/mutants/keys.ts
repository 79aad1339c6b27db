import type { TransportRequest } from '../../conformance/http/client.ts';
import {
  isSuccessResponse,
  learnKeys,
  type Mutant,
  makeJsonResponse,
  readText,
  replaceKey,
  replaceQuery,
  replaceResponse,
} from './proxy-helpers.ts';

const readKey = ({ headers }: TransportRequest): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];

/** Treats a request as sent with a key that opened something before, if `knows` accepts that key. */
const acceptAsKey = (
  knows: (known: string, request: TransportRequest) => boolean,
  when: (request: TransportRequest) => boolean = () => true,
): Mutant['alter'] =>
  learnKeys((keys) => (transport) => (request) => {
    const known = [...keys].find((one) => when(request) && knows(one, request));
    return transport(known === undefined ? request : replaceKey(request, known));
  });

/** Accepts another spelling of a path, and requires no key there. */
const acceptSpelling = (
  isOtherwise: (pathname: string) => boolean,
  respell: (url: string) => string,
): Mutant['alter'] =>
  learnKeys((keys) => (transport) => (request) => {
    const [first] = keys;
    if (!isOtherwise(new URL(request.url).pathname)) return transport(request);
    return transport(replaceKey({ ...request, url: respell(request.url) }, first));
  });

const isPathLike =
  (path: RegExp) =>
  ({ url }: TransportRequest) =>
    path.test(new URL(url).pathname);
const isEmpty = (request: TransportRequest): boolean => readKey(request) === '';

const everywhere = ['auth/altered-key-is-refused', 'auth/every-path-compares-keys-whole'];

/** Faults in comparing keys, or in reading them from other places. */
export const keyMutants: readonly Mutant[] = [
  {
    id: 'auth-an-empty-key-opens',
    title: 'An empty key opens everything',
    kills: everywhere,
    alter: acceptAsKey((_, request) => isEmpty(request)),
  },
  {
    id: 'auth-an-empty-key-opens-one-path',
    title: 'An empty key opens the status of a connector',
    kills: ['auth/every-path-compares-keys-whole'],
    isSubtle: true,
    alter: acceptAsKey((_, request) => isEmpty(request), isPathLike(/connectors\/.+\/status$/)),
  },
  {
    id: 'auth-a-key-by-its-beginning',
    title: 'A key without its last character is accepted',
    kills: everywhere,
    alter: acceptAsKey((known, request) => readKey(request) === known.slice(0, -1)),
  },
  {
    id: 'auth-a-longer-key',
    title: 'Only as many characters as were sent are compared',
    kills: everywhere,
    alter: acceptAsKey((known, request) => readKey(request)?.startsWith(known) === true),
  },
  {
    id: 'auth-keys-in-any-case-for-feeds',
    title: 'Feeds compare keys without regard to case',
    kills: ['auth/key-in-other-case-is-refused'],
    alter: acceptAsKey((known, request) => readKey(request)?.toLowerCase() === known, isPathLike(/\/feeds\//)),
  },
  {
    id: 'auth-key-in-the-query',
    title: 'The transaction list accepts the key in the query, as access_token',
    kills: ['auth/key-in-the-query-is-refused'],
    alter: replaceResponse('listTransactions', async ({ request, query }, pass) => {
      const key = query.get('access_token');
      if (key === null) return pass(request);
      return pass(
        replaceKey(
          replaceQuery(request, (query) => query.delete('access_token')),
          key,
        ),
      );
    }),
  },
  {
    id: 'auth-key-as-a-basic-login',
    title: 'The key is accepted as the user name of basic credentials',
    kills: ['auth/key-in-another-header-is-refused'],
    alter: acceptAsKey((known, { headers }) =>
      headers.some(([, value]) => value === `Basic ${Buffer.from(`${known}:`).toString('base64')}`),
    ),
  },
  {
    id: 'auth-key-as-a-cookie',
    title: 'The key is accepted as a cookie',
    kills: ['auth/key-in-another-header-is-refused'],
    alter: acceptAsKey((known, { headers }) =>
      headers.some(([name, value]) => name === 'Cookie' && value.includes(known)),
    ),
  },
  {
    id: 'auth-the-first-of-two-keys-counts',
    title: 'Of two keys, the first is used',
    kills: ['auth/two-keys-are-refused'],
    alter: acceptAsKey((known, request) => readKey(request) === known),
  },
  {
    id: 'auth-refusal-repeats-the-key',
    title: 'The refusal of an invalid key repeats it in base64',
    kills: ['auth/keys-are-not-repeated'],
    alter: replaceResponse(
      ({ key }) => key !== undefined,
      async ({ request, key = '' }, pass) => {
        const honest = await pass(request);
        return honest.status === 401
          ? makeJsonResponse(401, { key: Buffer.from(`=${key}`).toString('base64') })
          : honest;
      },
    ),
  },
  {
    id: 'auth-a-link-carries-the-key',
    title: "A link in the account feed contains the caller's key",
    kills: ['auth/keys-are-not-repeated'],
    alter: replaceResponse('getAccountFeed', async ({ request, key }, pass) => {
      const honest = await pass(request);
      if (!isSuccessResponse(honest)) return honest;
      return { ...honest, body: Buffer.from(readText(honest).replace(/(<link>[^<?]*)/g, `$1?api_key=${key}`)) };
    }),
  },
  {
    id: 'auth-a-wrong-key-locks-the-document',
    title: 'The public document rejects an invalid key',
    kills: ['auth/public-paths-mind-no-key'],
    alter: learnKeys((keys) =>
      replaceResponse('getPublicOpenapi', async ({ request, key }, pass) =>
        key === undefined || keys.has(key) ? pass(request) : makeJsonResponse(403, {}),
      ),
    ),
  },
  {
    id: 'auth-head-is-open-on-one-path',
    title: 'HEAD of the provisioning export requires no key',
    kills: ['auth/head-needs-a-key'],
    isSubtle: true,
    alter: acceptAsKey(
      (_, request) => request.method === 'HEAD' && readKey(request) === undefined,
      isPathLike(/provisioning-export$/),
    ),
  },
  {
    id: 'auth-a-slash-at-the-end-opens',
    title: 'The path of the disputes with a trailing slash requires no key',
    kills: ['auth/path-variants-need-a-key'],
    alter: acceptSpelling(
      (pathname) => pathname.endsWith('/disputes/'),
      (url) => url.slice(0, -1),
    ),
  },
  {
    id: 'auth-capitals-open',
    title: 'An upper-case path requires no key',
    kills: ['auth/path-variants-need-a-key'],
    alter: acceptSpelling(
      (pathname) => /[A-Z]{4}$/.test(pathname),
      (url) => url.toLowerCase(),
    ),
  },
  {
    id: 'auth-a-named-method-opens',
    title: 'A method-override header bypasses the key',
    kills: ['auth/overridden-methods-need-a-key'],
    alter: acceptAsKey(
      (_, { headers }) => headers.some(([name, value]) => /method/i.test(name) && value !== 'GET'),
      (request) => readKey(request) === undefined,
    ),
  },
];
