import type { Collection, CollectionRequest, Family } from './collection.ts';
import { formatSentQuery } from './postman.ts';

/** Returns an `.http` file. Its scripts are those of the HTTP client of JetBrains, which httpYac also runs. */
export const formatHttpFile = ({ title, description, variables, families }: Collection): string =>
  [
    formatComment(`${title}\n\n${description}`),
    Object.entries(variables)
      .map(([name, value]) => `@${name} = ${value}`)
      .join('\n'),
    ...families.flatMap(formatFamily),
    '',
  ].join('\n\n');

const formatFamily = (family: Family): readonly string[] =>
  family.requests.map((request) => formatRequest(request, family.title));

function formatRequest(request: CollectionRequest, family: string): string {
  const headers = request.headers.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}: ${value}`);
  const optional = [
    ...request.query.map((parameter) => ({ ...parameter, text: `?${parameter.name}=${parameter.value}` })),
    ...request.headers.map((parameter) => ({ ...parameter, text: `${parameter.name}: ${parameter.value}` })),
  ].filter(({ isSent }) => !isSent);
  return [
    `### ${family}: ${request.title}`,
    `# @name ${request.operationId}`,
    formatComment(request.description),
    ...(optional.length === 0
      ? []
      : ['#', '# Optional:', ...optional.map(({ text, description }) => formatComment(`${text}  ${description}`))]),
    `${request.method} {{baseUrl}}${request.path}${formatSentQuery(request)}`,
    ...(request.isPublic ? [] : ['X-API-Key: {{apiKey}}']),
    ...headers,
    ...(request.body === undefined
      ? []
      : ['Content-Type: application/json', '', JSON.stringify(request.body, null, 2)]),
    '',
    '> {%',
    "client.test('succeeds', () => client.assert(response.status >= 200 && response.status < 300));",
    ...request.captures.map(
      ({ variable, expression }) => `client.global.set('${variable}', response.body.${expression});`,
    ),
    '%}',
  ].join('\n');
}

const formatComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');
