import { answering, borrowing, instead, isSuccess, type Mutant, rekey, textOf } from './alter.ts';

export const authMutants: readonly Mutant[] = [
  {
    id: 'auth-a-nested-path-forgets-the-key',
    title: "A terminal's commands are readable without a key",
    kills: ['auth/missing-key-is-refused'],
    alter: borrowing(({ operation, key }) => operation === 'listTerminalCommands' && key === undefined),
  },
  {
    id: 'auth-catalog-is-public',
    title: 'The catalog is readable without a key',
    kills: ['auth/missing-key-is-refused'],
    alter: borrowing(({ operation, key }) => operation === 'getIntegrationCatalog' && key === undefined),
  },
  {
    id: 'auth-empty-feed-without-a-key',
    title: 'The account feed without a key is a success without items',
    kills: ['auth/missing-key-is-refused'],
    alter: instead(
      ({ operation, key }) => operation === 'getAccountFeed' && key === undefined,
      async () => ({
        status: 200,
        headers: [['Content-Type', 'application/rss+xml']],
        body: Buffer.from('<rss version="2.0"><channel></channel></rss>'),
      }),
    ),
  },
  {
    id: 'auth-refusal-shows-the-thing',
    title: 'The 401 response to a request without a key contains the requested data',
    kills: ['auth/missing-key-is-refused'],
    alter: (transport) => {
      const shown = borrowing(({ operation, key }) => operation === 'getTransactionTimeline' && key === undefined)(
        transport,
      );
      return async (request) => {
        const honest = await transport(request);
        const open = await shown(request);
        return isSuccess(honest) || !isSuccess(open) ? honest : answering(honest.status, { debug: textOf(open) });
      };
    },
  },
  {
    id: 'auth-any-key-opens',
    title: 'Any non-empty key opens everything',
    kills: ['auth/unknown-key-is-refused'],
    alter: borrowing(({ key }) => key !== undefined),
  },
  {
    id: 'auth-any-key-opens-one-path',
    title: 'Any key opens the provisioning export',
    kills: ['auth/unknown-key-is-refused'],
    alter: borrowing(({ operation, key }) => operation === 'getProvisioningExport' && key !== undefined),
  },
  {
    id: 'auth-public-document-wants-a-key',
    title: 'The public OpenAPI document returns 401 without a key',
    kills: ['auth/public-paths-need-no-key'],
    alter: instead('getPublicOpenapi', async ({ key, request }, pass) =>
      key === undefined ? answering(401, {}) : pass(request),
    ),
  },
  {
    id: 'auth-branding-is-empty-without-a-key',
    title: 'The branding status is an empty success without a key',
    kills: ['auth/public-paths-need-no-key'],
    alter: instead('getBrandingStatus', async () => ({ status: 204, headers: [], body: new Uint8Array() })),
  },
  {
    id: 'auth-refusal-is-404',
    title: 'A request without a key returns 404',
    kills: ['auth/missing-key-is-401'],
    alter: instead(
      ({ key }) => key === undefined,
      async ({ request }, pass) => {
        const honest = await pass(request);
        return honest.status === 401 ? answering(404, {}) : honest;
      },
    ),
  },
  {
    id: 'auth-writes-without-a-key',
    title: 'A dispute can be opened without a key',
    kills: ['auth/writes-need-a-key'],
    alter: instead('createDispute', async ({ key, request }, pass) =>
      key === undefined ? answering(201, {}) : pass(request),
    ),
  },
  {
    id: 'auth-readers-may-derive',
    title: 'Every key may derive settlements',
    kills: ['auth/writes-need-more-privilege'],
    alter: instead('deriveSettlements', async ({ request }, pass) => {
      const honest = await pass(request);
      return honest.status === 403 ? answering(201, {}) : honest;
    }),
  },
  {
    id: 'auth-readers-may-dispute',
    title: 'Every key may open a dispute',
    kills: ['auth/writes-need-more-privilege'],
    alter: instead('createDispute', async ({ request }, pass) => {
      const honest = await pass(request);
      return honest.status === 403 ? answering(201, {}) : honest;
    }),
  },
  {
    id: 'public-branding-shows-the-caller',
    title: 'The branding status contains more data when a key is sent',
    kills: ['public/is-the-same-with-a-key'],
    alter: instead('getBrandingStatus', async ({ key, request }, pass) =>
      key === undefined ? pass(request) : answering(200, { status: 'ready', account: 'acct' }),
    ),
  },
  {
    id: 'public-document-depends-on-the-key',
    title: 'The public OpenAPI document rejects an invalid key',
    kills: ['public/is-the-same-with-a-key'],
    alter: instead('getPublicOpenapi', async ({ key, request }, pass) =>
      key === undefined ? pass(rekey(request, undefined)) : answering(403, {}),
    ),
  },
];
