import type {
  ExampleObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
} from 'openapi3-ts/oas31';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';

/*
 * Sends the requests that tools make from the public document of a running server: with its base URL and with the examples of
 * its parameters and bodies.
 */

let sandbox: Sandbox;
let document: OpenAPIObject;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const response = await fetch(`${sandbox.url}/v1/integrations/public-openapi.json`);
  document = (await response.json()) as OpenAPIObject; // its tests validate it
});
afterAll(() => sandbox.close());

interface ToolRequest {
  readonly operation: OperationObject;
  readonly url: string;
  readonly init: RequestInit;
}

/** Returns the requests of an operation: one for each example of its body, with the examples of all parameters. */
function makeRequests(path: string, method: string, operation: OperationObject): readonly ToolRequest[] {
  const examples = (operation.parameters ?? []).map((entry) => {
    const { name, in: place, example } = resolve<ParameterObject>(entry);
    return { name, place, text: example === undefined ? undefined : String(example) };
  });
  const take = (wanted: string): Record<string, string> =>
    Object.fromEntries(
      examples.flatMap(({ name, place, text }) => (place === wanted && text !== undefined ? [[name, text]] : [])),
    );
  const ids = take('path');
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'has-no-example');
  const [server] = document.servers ?? [];
  const url = `${server?.url}${target}?${new URLSearchParams(take('query'))}`;
  const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin, ...take('header') };
  return listBodies(operation).map((body) => ({
    operation,
    url,
    init: {
      method: method.toUpperCase(),
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...omitUndefined({ body }),
    },
  }));
}

function listBodies({ requestBody }: OperationObject): readonly (string | undefined)[] {
  if (requestBody === undefined) return [undefined];
  const examples = resolve<RequestBodyObject>(requestBody).content['application/json']?.examples ?? {};
  return Object.values(examples).map((example) => JSON.stringify(resolve<ExampleObject>(example).value));
}

function resolve<Part extends object>(part: Part | ReferenceObject): Part {
  if (!('$ref' in part)) return part;
  const found = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, member) => Reflect.get(node as object, member), document);
  return found as Part; // redocly has checked the references
}

const listRequests = (): readonly ToolRequest[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OperationObject>).flatMap(([method, operation]) =>
      makeRequests(path, method, operation).slice(0, 1),
    ),
  );

/** Sends all requests in the order of the document. Returns those that fail, with their responses. */
async function findFailures(): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const { operation, url, init } of listRequests()) {
    const response = await fetch(url, init);
    const text = await response.text();
    if (!response.ok) failures.push(`${operation.operationId} ${url}: ${response.status} ${text}`);
    else if (operation.operationId?.startsWith('list') && JSON.parse(text).data.length === 0)
      failures.push(`${operation.operationId} ${url}: no rows`);
  }
  return failures;
}

test('every operation succeeds with its own examples, also when all are sent again', async () => {
  expect(listRequests()).toHaveLength(22);
  expect(await findFailures()).toEqual([]);
  expect(await findFailures()).toEqual([]);
});

test('every example of a request body succeeds', async () => {
  const requests = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    item.post === undefined ? [] : makeRequests(path, 'post', item.post),
  );
  expect(requests.length).toBeGreaterThan(2);
  for (const { url, init } of requests) {
    const fresh = await startSandbox({ port: 0 });
    try {
      const response = await fetch(url.replace(sandbox.url, fresh.url), init);
      expect(response.status, await response.text()).toBeLessThan(300);
    } finally {
      await fresh.close();
    }
  }
});

test('every parameter except the cursor has an example', () => {
  const without = listRequests().flatMap(({ operation }) =>
    (operation.parameters ?? []).flatMap((entry) => {
      const { name, example } = resolve<ParameterObject>(entry);
      return example === undefined ? [name] : [];
    }),
  );
  expect(new Set(without)).toEqual(new Set(['cursor']));
});
