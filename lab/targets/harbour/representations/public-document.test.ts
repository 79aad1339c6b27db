import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { findRoutes, ROUTES } from '../http/routes.ts';
import { harbour } from '../index.ts';
import { sendAllRequests } from '../testing/requests.ts';
import { readPointer, sendRequest } from '../testing/send-request.ts';

const PATH = '/v1/integrations/public-openapi.json';
const publishedBy = async (seed: number): Promise<unknown> =>
  (await sendRequest(harbour.transport({ seed }), { path: PATH })).json;

describe('the published document of harbour', async () => {
  const document = await publishedBy(1);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(Object(document), 'harbour.json');

  /** Returns the differences between a response and the document; none if the document allows it. */
  const problemsOf = (
    { path, method }: { path: string; method: string },
    { status, type, body }: { status: number; type: string; body: unknown },
  ): string[] => {
    const operation = describeOperation(path, method);
    const [content] = readPointer(operation, `/responses/${status}/content`);
    if (content === undefined) return [`${method} ${path} has no ${status}`];
    const [media] = type.split(';');
    if (typeof content !== 'object' || content === null || !(media ?? '' in content)) return [`no ${media}`];
    if (media === 'application/rss+xml') return [];
    const name = [path, method, 'responses', String(status), 'content', media ?? '', 'schema'].map(escapeXml);
    const validate = ajv.getSchema(`harbour.json#/paths/${name.join('/')}`);
    if (validate === undefined) return ['no schema'];
    return validate(body) === true ? [] : [`${path}: ${ajv.errorsText(validate.errors)}`];
  };
  const describeOperation = (path: string, method: string): unknown => {
    const paths = readPointer(document, '/paths')[0];
    const item = Object.entries(Object(paths)).find(([name]) => name === path)?.[1];
    return readPointer(item, `/${method}`)[0];
  };
  const escapeXml = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

  it('has exactly the documented operations', () => {
    const declared = Object.entries(Object(readPointer(document, '/paths')[0])).flatMap(([path, item]) =>
      Object.keys(Object(item)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(declared.sort()).toEqual(ROUTES.map(({ verb, path }) => `${verb} ${path}`).sort());
    expect(declared).toHaveLength(22);
  });

  it('allows every response to every request, for four seeds', async () => {
    const problems: string[] = [];
    let judged = 0;
    for (const seed of [1, 2, 3, 4]) {
      for (const [request, reply] of await sendAllRequests(harbour.transport({ seed }), seed)) {
        const verb = request.method ?? 'GET';
        const { pathname } = new URL(request.path, 'http://harbour.test');
        const found = findRoutes(pathname).find(({ route }) => route.verb === verb);
        if (found === undefined) continue;
        judged += 1;
        const type = reply.headers.get('content-type') ?? '';
        problems.push(
          ...problemsOf(
            { path: found.route.path, method: verb.toLowerCase() },
            { status: reply.status, type, body: reply.json },
          ),
        );
      }
    }
    expect(judged).toBeGreaterThan(1000);
    expect(problems).toEqual([]);
  });

  it('detects an undeclared member', () => {
    expect(
      problemsOf(
        { path: '/v1/terminal-groups', method: 'get' },
        { status: 200, type: 'application/json', body: { groups: [] } },
      ),
    ).not.toEqual([]);
    expect(
      problemsOf({ path: '/v1/terminal-groups', method: 'get' }, { status: 418, type: 'application/json', body: {} }),
    ).not.toEqual([]);
  });

  it('is the same for every seed and every caller, and is cacheable', async () => {
    const transport = harbour.transport({ seed: 5 });
    const [open, owned] = [
      await sendRequest(transport, { path: PATH }),
      await sendRequest(transport, { as: 'pier-owner', path: PATH }),
    ];
    expect(open.text).toBe(owned.text);
    expect(open.json).toEqual(document);
    expect(open.headers.get('cache-control')).toBe('public, max-age=900');
  });
});
