import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { contract, getEnumValues, type IntegrationCatalog, type PublicDocument } from '../../../spec/index.ts';
import { documentedEvents, documentedOperations } from '../../../spec/testing/documented-interface.ts';
import { openPublicView } from '../../world/scope/public-view.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { EPOCH_MS } from '../../world/state/world.ts';
import { BASE_URL, findSchemaFault, openTestScope, world } from '../testing/test-scope.ts';
import { getIntegrationCatalog, getPublicOpenapi } from './integrations.ts';

const input = { path: {}, query: {}, body: undefined };

function getCatalog(key: string): IntegrationCatalog {
  const reply = getIntegrationCatalog(openTestScope(key), input);
  if (reply.status !== 200) throw new Error('refused');
  return reply.body;
}

function getDocument(host: string, nowMs: number): PublicDocument {
  const reply = getPublicOpenapi(openPublicView(world, host, sandboxMs(nowMs)), input);
  if (reply.status !== 200) throw new Error('refused');
  return reply.body;
}

const documentedEndpoints = documentedOperations.filter((operation) => !operation.endsWith('.xml'));
const documentedFeeds = ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'];

describe('getIntegrationCatalog', () => {
  it('returns a valid catalog', () => {
    const catalog = getCatalog('sbx-northway-admin');
    expect(findSchemaFault('IntegrationCatalog', catalog)).toBeUndefined();
    expect(catalog.base_url).toBe(BASE_URL);
    expect(catalog.catalog_version).toBe(contract.info.version);
    expect(catalog.auth.public_paths).toEqual(['/v1/integrations/public-openapi.json', '/v1/public/branding-status']);
  });

  it('lists the documented members for each of the six services', () => {
    const { services } = getCatalog('sbx-northway-admin');
    expect(services.map(({ service_id }) => service_id)).toEqual(Object.keys(documentedEvents));
    const members = ['api_endpoints', 'notes', 'portal_surfaces', 'rss_feeds', 'service_id', 'title', 'webhook_events'];
    for (const service of services) {
      expect(Object.keys(service).sort()).toEqual(members);
      expect(service.portal_surfaces.length).toBeGreaterThan(0);
      expect(service.notes.length).toBeGreaterThan(0);
    }
  });

  it('lists the documented events of each family', () => {
    const { services } = getCatalog('sbx-northway-admin');
    const listed = services.map(({ service_id, webhook_events }) => [
      service_id,
      webhook_events.map(({ type }) => type),
    ]);
    expect(Object.fromEntries(listed)).toEqual(documentedEvents);
  });

  it('lists every endpoint once, and the two feeds as feeds', () => {
    const { services } = getCatalog('sbx-northway-admin');
    const endpoints = services.flatMap(({ api_endpoints }) => api_endpoints);
    expect(endpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...documentedEndpoints].sort());
    const feeds = services.flatMap(({ rss_feeds }) => rss_feeds);
    expect([...new Set(feeds.map(({ path }) => path))].sort()).toEqual(documentedFeeds);
  });

  it('differs between callers only in availability', () => {
    const admin = getCatalog('sbx-northway-admin');
    const tech = getCatalog('sbx-northway-tech');
    const available = (catalog: IntegrationCatalog): string[] =>
      catalog.services.flatMap(({ api_endpoints }) =>
        api_endpoints.filter(({ is_available }) => is_available).map(({ method, path }) => `${method} ${path}`),
      );
    expect(available(admin)).toHaveLength(20);
    expect(available(tech)).toContain('GET /v1/connectors');
    expect(available(tech)).not.toContain('GET /v1/settlements');
    expect(available(getCatalog('sbx-northway-audit'))).not.toContain('POST /v1/disputes');
    const masked = (catalog: IntegrationCatalog): string =>
      JSON.stringify(catalog).replaceAll(/"is_available":\w+/g, '');
    expect(masked(tech)).toBe(masked(admin));
  });
});

describe('getPublicOpenapi', () => {
  const document = getDocument('', EPOCH_MS);

  it('returns a valid OpenAPI 3.1 document', () => {
    const entry = createRequire(import.meta.url).resolve('express-openapi-validator');
    const schema = readFileSync(join(dirname(entry), 'framework/openapi.v3_1.modified.schema.json'), 'utf8');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(schema));
    expect(validate(document) ? [] : validate.errors).toEqual([]);
    expect(findSchemaFault('PublicDocument', document)).toBeUndefined();
  });

  it('contains all operations and events, and names this server', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const feeds = documentedFeeds.map((path) => `GET ${path}`);
    expect(operations.sort()).toEqual([...documentedEndpoints, ...feeds].sort());
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([...getEnumValues('EventType')].sort());
    expect(document.servers).toEqual([{ url: BASE_URL, description: 'This server.' }]);
  });

  it('has a description, tags with titles, and a text on how to get a key', () => {
    expect(String(document.info.description).split('\n\n').length).toBeGreaterThan(3);
    expect(document.tags).toContainEqual({
      name: 'Account and fleet snapshot',
      description: 'Safest first call: GET /v1/portal.',
    });
    const names = new Set(document.tags.map(({ name }) => name));
    const used = Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, { tags: string[] }>).flatMap(({ tags }) => tags),
    );
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((tag) => !names.has(tag))).toEqual([]);
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { description: expect.stringContaining('fleetkit tenants') },
    });
  });

  it('contains no extensions about sources', () => {
    expect(JSON.stringify(contract)).toMatch(/"x-clause"|`x-clause`/);
    expect(JSON.stringify(document)).not.toMatch(/"x-|`x-|x-clause|x-assumed/);
  });

  it('contains exactly the components that it refers to', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"(#\/components\/\w+\/[^"/]+)/g)].map((match) => match[1]));
    const held = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, entries]) => Object.keys(entries as object).map((name) => `#/components/${kind}/${name}`));
    expect(held.length).toBeGreaterThan(100);
    expect(new Set(held)).toEqual(referred);
  });

  it('returns the same document for any host at any time', () => {
    const other = getDocument('docs.northway.example', EPOCH_MS + 86_400_000);
    expect(JSON.stringify(other)).toBe(JSON.stringify(document));
  });

  it('describes every path of the catalog', () => {
    const { services } = getCatalog('sbx-northway-admin');
    const paths = services.flatMap(({ api_endpoints, rss_feeds }) =>
      [...api_endpoints, ...rss_feeds].map(({ path }) => path),
    );
    expect(paths.length).toBeGreaterThan(22);
    for (const path of paths) expect(document.paths).toHaveProperty([path]);
  });
});
