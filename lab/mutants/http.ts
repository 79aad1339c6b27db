import type { TransportRequest } from '../../conformance/http/client.ts';
import {
  changeHeader,
  changeText,
  isSuccessResponse,
  type Mutant,
  makeJsonResponse,
  parseRequest,
  readText,
  replaceResponse,
} from './proxy-helpers.ts';

const isMethod =
  (...methods: readonly string[]) =>
  ({ request }: { readonly request: TransportRequest }): boolean =>
    methods.includes(request.method);

const isSuccessfulRead = (request: TransportRequest, path: RegExp): boolean => path.test(new URL(request.url).pathname);

/** Faults of the HTTP layer, independent of the contents of responses. */
export const httpMutants: readonly Mutant[] = [
  {
    id: 'versioning-a-path-without-v1-answers',
    title: 'The disputes are also returned at a path without /v1',
    kills: ['versioning/no-path-without-v1'],
    isSubtle: true,
    alter: (transport) => (request) =>
      transport({ ...request, url: request.url.replace(/(?<!\/v1)\/disputes/, '/v1/disputes') }),
  },
  {
    id: 'http-head-has-another-type',
    title: 'HEAD of a feed returns another content type than GET',
    kills: ['http/head-is-get-without-a-body'],
    isSubtle: true,
    alter: (transport) => (request) =>
      request.method === 'HEAD' && isSuccessfulRead(request, /\.xml$/)
        ? changeHeader(() => true, 'Content-Type', 'text/plain')(transport)(request)
        : transport(request),
  },
  {
    id: 'http-head-is-a-failure',
    title: 'HEAD of the locations fails',
    kills: ['http/head-is-get-without-a-body'],
    isSubtle: true,
    alter: replaceResponse(
      (received) => isMethod('HEAD')(received) && isSuccessfulRead(received.request, /locations$/),
      async () => ({ ...makeJsonResponse(500, {}), body: new Uint8Array() }),
    ),
  },
  {
    id: 'http-a-length-is-wrong',
    title: 'The Content-Length of the locations is too small',
    kills: ['http/lengths-are-true'],
    alter: changeHeader('listLocations', 'Content-Length', '12'),
  },
  {
    id: 'http-a-member-is-repeated',
    title: 'A location has two names',
    kills: ['http/bodies-are-read-alike'],
    alter: changeText('listLocations', (text) => text.replace('"name":', '"name":"Former name","name":')),
  },
  {
    id: 'http-a-byte-order-mark',
    title: 'The locations begin with a byte order mark',
    kills: ['http/bodies-are-read-alike'],
    alter: changeText('listLocations', (text) => `\ufeff${text}`),
  },
  {
    id: 'http-a-compression-is-not-stated',
    title: 'The locations are compressed without a Content-Encoding',
    kills: ['http/bodies-are-read-alike'],
    alter: replaceResponse('listLocations', async ({ request }, pass) => ({
      ...(await pass(request)),
      undeclaredCoding: 'gzip',
    })),
  },
  {
    id: 'http-locations-in-latin-1',
    title: 'Locations are not encoded in UTF-8',
    kills: ['contract/reads-return-json'],
    alter: replaceResponse('listLocations', async ({ request }, pass) => {
      const honest = await pass(request);
      if (!isSuccessResponse(honest)) return honest;
      return { ...honest, body: Buffer.from(readText(honest).replace(/"name":"/, '"name":"Caf\u00e9 '), 'latin1') };
    }),
  },
  {
    id: 'http-rows-may-be-kept-by-anybody',
    title: 'Transactions are cacheable by shared caches',
    kills: ['http/shared-caches-keep-nothing'],
    alter: changeHeader('listTransactions', 'Cache-Control', 'public, max-age=300'),
  },
  {
    id: 'http-a-lifetime-without-vary',
    title: 'The status of a terminal has a cache lifetime but no Vary by key',
    kills: ['http/shared-caches-keep-nothing'],
    alter: (transport) =>
      changeHeader(
        'getTerminalStatus',
        'Vary',
        undefined,
      )(changeHeader('getTerminalStatus', 'Cache-Control', 'max-age=60')(transport)),
  },
  {
    id: 'http-any-page-may-send-credentials',
    title: 'CORS allows credentials from any origin',
    kills: ['http/no-page-of-others-reads-with-credentials'],
    alter: replaceResponse(
      ({ request }) => request.headers.some(([name]) => name === 'Origin'),
      async ({ request }, pass) => {
        const honest = await pass(request);
        const own = honest.headers.filter(([name]) => !/^access-control-/i.test(name));
        return {
          ...honest,
          headers: [
            ...own,
            ['Access-Control-Allow-Origin', 'https://elsewhere.example'],
            ['Access-Control-Allow-Credentials', 'true'],
          ],
        };
      },
    ),
  },
  {
    id: 'http-trace-is-answered',
    title: 'TRACE returns the request',
    kills: ['http/trace-tells-nothing'],
    alter: replaceResponse(isMethod('TRACE'), async ({ request }) => ({
      status: 200,
      headers: [['Content-Type', 'message/http']],
      body: Buffer.from(request.headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')),
    })),
  },
  {
    id: 'http-a-redirect-leads-away',
    title: 'The catalog redirects some keys to another host',
    kills: ['http/redirects-stay'],
    alter: replaceResponse(
      ({ request }) => request.method === 'HEAD' || isSuccessfulRead(request, /catalog$/),
      async (received, pass) => {
        const honest = await pass(received.request);
        const isAway = isSuccessResponse(honest) && received.operation === 'getIntegrationCatalog';
        return isAway
          ? { ...makeJsonResponse(307, {}), headers: [['Location', 'https://elsewhere.example/v1']] }
          : honest;
      },
    ),
  },
  {
    id: 'http-405-without-allow',
    title: 'A 405 response lacks the Allow header',
    kills: ['http/refused-methods-name-the-others'],
    alter: replaceResponse(
      ({ request }) => parseRequest(request).operation === undefined,
      async ({ request }, pass) => {
        const honest = await pass(request);
        return { ...honest, headers: honest.headers.filter(([name]) => name.toLowerCase() !== 'allow') };
      },
    ),
  },
  {
    id: 'http-delete-is-answered',
    title: 'DELETE of a timeline succeeds',
    kills: ['http/other-methods-are-refused'],
    alter: replaceResponse(
      (received) => isMethod('DELETE')(received) && isSuccessfulRead(received.request, /timeline$/),
      async () => ({ status: 204, headers: [], body: new Uint8Array() }),
    ),
  },
];
