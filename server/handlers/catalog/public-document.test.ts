import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { describe, expect, it } from 'vitest';
import { extractPublicDocument } from './public-document.ts';

const createReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const createResponses = (name: string) => ({
  responses: { '200': { description: 'It.', content: { 'application/json': { schema: createReference(name) } } } },
});

const operation = { description: 'Shows it.', 'x-privilege': 'view_it' };

const contract: OpenAPIObject = {
  openapi: '3.1.0',
  info: {
    title: 'A',
    version: '1',
    description: 'About it.\n\nMore about it.',
    'x-marks': 'Elements carry `x-clause`.',
  },
  tags: [{ name: 'first_family', description: 'First family', 'x-notes': ['Begin here.', 'Then go on.'] }],
  paths: {
    '/shown': {
      get: { 'x-audience': 'public', 'x-clause': 'a.b', ...operation, ...createResponses('Shown') },
      post: { 'x-audience': 'internal', ...createResponses('Hidden') },
    },
    '/hidden': { get: { 'x-audience': 'internal', ...createResponses('Hidden') } },
  },
  webhooks: { happened: { post: { tags: ['first_family'], 'x-levels': ['account'], ...createResponses('Event') } } },
  components: {
    schemas: {
      Shown: { type: 'object', properties: { part: { ...createReference('Part'), 'x-assumed': 'c.d' } } },
      Part: { oneOf: [createReference('Shown')], example: { 'x-kept-nowhere': 1, kept: 'x-' } },
      Event: { type: 'string' },
      Hidden: { type: 'object', properties: { secret: createReference('Secret') } },
      Secret: { type: 'string' },
    },
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
  },
};

describe('extractPublicDocument', () => {
  const shown = extractPublicDocument(contract);

  it('omits operations of other audiences, and paths without operations', () => {
    expect(shown.paths).toEqual({
      '/shown': { get: { description: expect.any(String), ...createResponses('Shown') } },
    });
  });

  it('keeps webhooks and the components in use, including circular references', () => {
    expect(shown.webhooks).toEqual({ happened: { post: { tags: ['First family'], ...createResponses('Event') } } });
    expect(Object.keys(shown.components?.schemas ?? {})).toEqual(['Shown', 'Part', 'Event']);
    expect(shown.components?.securitySchemes).toEqual(contract.components?.securitySchemes);
  });

  it('names tags by their titles, and describes them by their notes', () => {
    expect(shown.tags).toEqual([{ name: 'First family', description: 'Begin here. Then go on.' }]);
    expect(shown.webhooks?.happened).toMatchObject({ post: { tags: ['First family'] } });
    expect(extractPublicDocument({ ...contract, tags: [] }).webhooks?.happened).toMatchObject({
      post: { tags: ['first_family'] },
    });
  });

  it('states the privilege of an operation', () => {
    expect(shown.paths?.['/shown']?.get?.description).toBe('Shows it.\n\nNeeds the privilege `view_it`.');
  });

  it('omits extensions and keeps the whole description', () => {
    expect(shown.info.description).toBe('About it.\n\nMore about it.');
    expect(JSON.stringify(shown)).not.toMatch(/"x-(?!")/);
  });

  it('rejects a contract with an unresolvable reference', () => {
    const broken = { ...contract, components: { schemas: {} } };
    expect(() => extractPublicDocument(broken)).toThrow('#/components/schemas/');
  });
});
