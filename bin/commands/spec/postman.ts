import type { Collection, CollectionParameter, CollectionRequest } from './collection.ts';

/** Returns a Postman collection, version 2.1. */
export const formatPostman = (collection: Collection): object => ({
  info: {
    name: collection.title,
    description: collection.description,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'X-API-Key', type: 'string' },
      { key: 'value', value: '{{apiKey}}', type: 'string' },
      { key: 'in', value: 'header', type: 'string' },
    ],
  },
  variable: Object.entries(collection.variables).map(([key, value]) => ({ key, value, type: 'string' })),
  item: collection.families.map(({ title, description, requests }) => ({
    name: title,
    description,
    item: requests.map(formatItem),
  })),
});

const formatItem = (request: CollectionRequest): object => ({
  name: request.title,
  event: [
    {
      listen: 'test',
      script: {
        type: 'text/javascript',
        exec: [
          "pm.test('succeeds', () => pm.response.to.be.success);",
          ...request.captures.map(
            ({ variable, expression }) =>
              `pm.collectionVariables.set('${variable}', pm.response.json().${expression});`,
          ),
        ],
      },
    },
  ],
  request: {
    method: request.method,
    description: request.description,
    ...(request.isPublic && { auth: { type: 'noauth' } }),
    header: [
      ...(request.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ...request.headers.map(formatParameter),
    ],
    url: {
      raw: `{{baseUrl}}${request.path}${formatSentQuery(request)}`,
      host: ['{{baseUrl}}'],
      path: request.path.slice(1).split('/'),
      query: request.query.map(formatParameter),
    },
    ...(request.body && {
      body: { mode: 'raw', raw: JSON.stringify(request.body, null, 2), options: { raw: { language: 'json' } } },
    }),
  },
});

const formatParameter = ({ name, value, description, isSent }: CollectionParameter): object => ({
  key: name,
  value,
  description,
  ...(!isSent && { disabled: true }),
});

/** Returns the query with the parameters that are sent; empty without one. */
export function formatSentQuery({ query }: CollectionRequest): string {
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`);
  return sent.length === 0 ? '' : `?${sent.join('&')}`;
}
