import {
  isSuccessResponse,
  type Mutant,
  makeJsonResponse,
  readText,
  replaceKey,
  replaceResponse,
  useOtherKey,
} from './proxy-helpers.ts';

export const authMutants: readonly Mutant[] = [
  {
    id: 'auth-a-nested-path-forgets-the-key',
    title: "A terminal's commands are readable without a key",
    kills: ['auth/missing-key-is-refused'],
    isSubtle: true,
    alter: useOtherKey(({ operation, key }) => operation === 'listTerminalCommands' && key === undefined),
  },
  {
    id: 'auth-catalog-is-public',
    title: 'The catalog is readable without a key',
    kills: ['auth/missing-key-is-refused'],
    alter: useOtherKey(({ operation, key }) => operation === 'getIntegrationCatalog' && key === undefined),
  },
  {
    id: 'auth-refusal-shows-the-thing',
    title: 'The 401 response to a request without a key contains the requested data',
    kills: ['auth/missing-key-is-refused'],
    alter: (transport) => {
      const shown = useOtherKey(({ operation, key }) => operation === 'getTransactionTimeline' && key === undefined)(
        transport,
      );
      return async (request) => {
        const honest = await transport(request);
        const open = await shown(request);
        return isSuccessResponse(honest) || !isSuccessResponse(open)
          ? honest
          : makeJsonResponse(honest.status, { debug: readText(open) });
      };
    },
  },
  {
    id: 'auth-any-key-opens',
    title: 'Any non-empty key opens everything',
    kills: ['auth/unknown-key-is-refused'],
    alter: useOtherKey(({ key }) => key !== undefined),
  },
  {
    id: 'auth-any-key-opens-one-path',
    title: 'Any key opens the provisioning export',
    kills: ['auth/unknown-key-is-refused'],
    isSubtle: true,
    alter: useOtherKey(({ operation, key }) => operation === 'getProvisioningExport' && key !== undefined),
  },
  {
    id: 'auth-public-document-wants-a-key',
    title: 'The public OpenAPI document returns 401 without a key',
    kills: ['auth/public-paths-need-no-key'],
    alter: replaceResponse('getPublicOpenapi', async ({ key, request }, pass) =>
      key === undefined ? makeJsonResponse(401, {}) : pass(request),
    ),
  },
  {
    id: 'auth-branding-is-empty-without-a-key',
    title: 'The branding status is an empty success without a key',
    kills: ['auth/public-paths-need-no-key'],
    alter: replaceResponse('getBrandingStatus', async () => ({ status: 204, headers: [], body: new Uint8Array() })),
  },
  {
    id: 'auth-refusal-is-404',
    title: 'A request without a key returns 404',
    kills: ['auth/missing-key-is-401'],
    alter: replaceResponse(
      ({ key }) => key === undefined,
      async ({ request }, pass) => {
        const honest = await pass(request);
        return honest.status === 401 ? makeJsonResponse(404, {}) : honest;
      },
    ),
  },
  {
    id: 'auth-writes-without-a-key',
    title: 'A dispute can be opened without a key',
    kills: ['auth/writes-need-a-key'],
    alter: replaceResponse('createDispute', async ({ key, request }, pass) =>
      pass(key === undefined ? replaceKey(request, 'k-east-0001') : request),
    ),
  },
  {
    id: 'auth-no-key-may-write',
    title: 'Writes are refused to every key',
    kills: ['auth/an-administrator-may-write'],
    alter: replaceResponse(['deriveSettlements', 'createDispute'], async () => makeJsonResponse(403, { status: 403 })),
  },
  {
    id: 'auth-readers-may-derive',
    title: 'Every key may derive settlements',
    kills: ['auth/writes-need-more-privilege'],
    alter: replaceResponse('deriveSettlements', async ({ request }, pass) => {
      const honest = await pass(request);
      return honest.status === 403 ? pass(replaceKey(request, 'k-east-0001')) : honest;
    }),
  },
  {
    id: 'auth-readers-may-dispute',
    title: 'Every key may open a dispute',
    kills: ['auth/writes-need-more-privilege'],
    alter: replaceResponse('createDispute', async ({ request }, pass) => {
      const honest = await pass(request);
      return honest.status === 403 ? pass(replaceKey(request, 'k-east-0001')) : honest;
    }),
  },
  {
    id: 'public-branding-shows-the-caller',
    title: 'The branding status contains more data when a key is sent',
    kills: ['public/is-the-same-with-a-key'],
    alter: replaceResponse('getBrandingStatus', async ({ key, request }, pass) =>
      key === undefined ? pass(request) : makeJsonResponse(200, { status: 'ready', account: 'acct' }),
    ),
  },
  {
    id: 'public-document-depends-on-the-key',
    title: 'The public OpenAPI document rejects an invalid key',
    kills: ['public/is-the-same-with-a-key'],
    alter: replaceResponse('getPublicOpenapi', async ({ key, request }, pass) =>
      key === undefined ? pass(replaceKey(request, undefined)) : makeJsonResponse(403, {}),
    ),
  },
];
