import { stringify } from 'yaml';
import type { Collection, CollectionParameter, CollectionRequest } from './collection.ts';
import { formatSentQuery } from './postman.ts';

/** Returns the files of a Bruno collection in its format OpenCollection 1.0, by path. */
export function formatBruno(collection: Collection): ReadonlyMap<string, string> {
  const root = {
    opencollection: '1.0.0',
    info: { name: collection.title, version: '1' },
    request: {
      auth: { type: 'apikey', key: 'X-API-Key', value: '{{apiKey}}', placement: 'header' },
      variables: Object.entries(collection.variables).map(([name, value]) => ({ name, value })),
    },
    docs: { content: collection.description, type: 'text/markdown' },
    bundled: false,
  };
  const files: [string, object][] = [['opencollection.yml', root]];
  for (const [at, { title, description, requests }] of collection.families.entries()) {
    const folder = toFileName(title);
    files.push([
      `${folder}/folder.yml`,
      {
        info: { name: title, type: 'folder', seq: at + 1 },
        request: { auth: 'inherit' },
        docs: { content: description, type: 'text/markdown' },
      },
    ]);
    for (const [place, request] of requests.entries())
      files.push([`${folder}/${toFileName(request.title)}.yml`, formatRequest(request, place + 1)]);
  }
  return new Map(files.map(([path, contents]) => [path, stringify(contents, { lineWidth: 0 })]));
}

/** Returns a name without characters that some file systems reject. */
const toFileName = (title: string): string => title.replaceAll(/[^\w -]+/g, '');

const formatRequest = (request: CollectionRequest, position: number): object => ({
  info: { name: request.title, type: 'http', seq: position },
  http: {
    method: request.method,
    url: `{{baseUrl}}${request.path}${formatSentQuery(request)}`,
    ...(request.headers.length > 0 && { headers: request.headers.map(formatParameter) }),
    ...(request.query.length > 0 && {
      params: request.query.map((parameter) => ({ ...formatParameter(parameter), type: 'query' })),
    }),
    ...(request.body && { body: { type: 'json', data: JSON.stringify(request.body, null, 2) } }),
    ...(!request.isPublic && { auth: 'inherit' }),
  },
  runtime: {
    assertions: [{ expression: 'res.status', operator: 'between', value: '200, 299' }],
    ...(request.captures.length > 0 && {
      actions: request.captures.map(({ variable, expression }) => ({
        type: 'set-variable',
        phase: 'after-response',
        selector: { expression: `res.body.${expression}`, method: 'jsonq' },
        variable: { name: variable, scope: 'runtime' },
      })),
    }),
  },
  settings: { encodeUrl: true },
  docs: request.description,
});

const formatParameter = ({ name, value, description, isSent }: CollectionParameter): object => ({
  name,
  value,
  description,
  ...(!isSent && { disabled: true }),
});
