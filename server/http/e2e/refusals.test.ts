import supertest, { type Test } from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../../spec/index.ts';
import { createTestApp, keys, type TestApp } from '../testing/test-app.ts';

/* Causes every refusal through HTTP. Each states what was expected and reveals nothing about other users. */

let app: TestApp;
beforeAll(() => {
  app = createTestApp();
});

const get = (path: string, key: string = keys.admin): Test => supertest(app.app).get(path).set('X-API-Key', key);
const post = (path: string, body: unknown, key: string = keys.admin): Test =>
  supertest(app.app)
    .post(path)
    .set('X-API-Key', key)
    .set('Content-Type', 'application/json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

async function expectProblemBody(request: Test, status: number, code: string) {
  const { body, headers, status: got } = await request;
  expect({ status: got, type: headers['content-type'], code: body.code }).toEqual({
    status,
    type: 'application/problem+json; charset=utf-8',
    code,
  });
  expect(body).toMatchObject({ type: `/problems/${code.replaceAll('_', '-')}`, request_id: headers['x-request-id'] });
  expect(body.detail.length).toBeGreaterThan(10);
  return body;
}

describe('unknown paths and ids', () => {
  test.each(['/v1', '/v1/nothing', '/v1/transactions/', '/V1/transactions', '/v1/terminals//commands', '/v2/portal'])(
    'returns 404 for the unknown path %s',
    async (path) => {
      await expectProblemBody(get(path), 404, 'not_found');
    },
  );

  test.each(['%00', '..%2f..%2fetc', 'a%20b', '%zz', 'x'.repeat(65), "';--", '%F0%9F%92%A9'])(
    'returns 404 for the malformed id %s',
    async (id) => {
      await expectProblemBody(get(`/v1/locations/${id}`), 404, 'not_found');
    },
  );

  test('returns 405 with the allowed methods for an unsupported method', async () => {
    const request = supertest(app.app).delete('/v1/disputes').set('X-API-Key', keys.admin);
    const body = await expectProblemBody(request, 405, 'method_not_allowed');
    expect(body.allowed).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expect((await supertest(app.app).put('/v1/portal')).headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

describe('the API key', () => {
  const protectedReads = (Object.keys(operations) as OperationId[]).filter((id) => !operations[id].isPublic);

  test('requires a key for twenty operations of the contract', () => {
    expect(protectedReads).toHaveLength(20);
  });

  test.each(protectedReads)('%s returns 401 without a key and names the header', async (operationId) => {
    const { method, path } = operations[operationId];
    const address = path.replace(/\{\w+\}/, 'NW104233');
    const request = method === 'GET' ? supertest(app.app).get(address) : supertest(app.app).post(address);
    const body = await expectProblemBody(request, 401, 'missing_api_key');
    expect(body.detail).toContain('X-API-Key');
    expect((await supertest(app.app).get('/v1/portal')).headers['www-authenticate']).toBe('ApiKey realm="portal"');
  });

  test('returns the same problem for unknown, expired, revoked, truncated, case-changed and repeated keys', async () => {
    const wrong = ['nonsense', keys.expired, keys.revoked, keys.admin.slice(0, -1), keys.admin.toUpperCase()];
    const answers = await Promise.all(
      wrong.map((key) => expectProblemBody(get('/v1/portal', key), 401, 'invalid_api_key')),
    );
    expect(new Set(answers.map(({ request_id: _, ...rest }) => JSON.stringify(rest))).size).toBe(1);
    await expectProblemBody(get('/v1/portal', `${keys.admin}, ${keys.admin}`), 401, 'invalid_api_key');
  });

  test('ignores a key in the URL', async () => {
    await expectProblemBody(supertest(app.app).get(`/v1/portal?api_key=${keys.admin}`), 401, 'missing_api_key');
  });

  test('never logs a key', async () => {
    await get(`/v1/portal?api_key=${keys.finance}`);
    expect(app.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(app.log)).not.toMatch(/sbx-/);
  });
});

describe('scope and privilege', () => {
  test.each([
    ['/v1/locations/', 'RL000666'],
    ['/v1/terminals/', 'RL000666/status-monitoring'],
    ['/v1/terminals/', 'RL000666/transactions'],
    ['/v1/terminals/', 'RL000666/commands'],
    ['/v1/terminals/', 'RL000666/provisioning-payload'],
    ['/v1/feeds/terminals/', 'RL000666.xml'],
  ])('returns the same 404 for %s%s of another tenant and for an unknown id', async (path, rest) => {
    const foreign = await expectProblemBody(get(`${path}${rest}`), 404, 'not_found');
    const never = await expectProblemBody(get(`${path}${rest.replace('RL000666', 'ZZ999999')}`), 404, 'not_found');
    const withoutEcho = ({ instance: _i, request_id: _r, ...body }: Record<string, unknown>) => body;
    expect(withoutEcho(foreign)).toEqual(withoutEcho(never));
    expect((await get(`${path}${rest}`, keys.redline)).status).toBe(200);
  });

  test('returns 403 with the required privilege if the role lacks it', async () => {
    const body = await expectProblemBody(get('/v1/settlements', keys.tech), 403, 'insufficient_privilege');
    expect(body.required_privilege).toBe('view_settlements');
  });

  test('checks the privilege before the body', async () => {
    await expectProblemBody(post('/v1/settlements/derive', 'not json', keys.audit), 403, 'insufficient_privilege');
    await expectProblemBody(post('/v1/disputes', { transaction_id: 'x' }, keys.finance), 403, 'insufficient_privilege');
  });

  test('checks the id in the path before the privilege', async () => {
    await expectProblemBody(get('/v1/terminals/RL000666/commands', keys.store), 404, 'not_found');
    await expectProblemBody(get('/v1/terminals/NW104233/commands', keys.store), 403, 'insufficient_privilege');
  });
});

describe('invalid queries', () => {
  test.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=501', 'limit', 'out_of_range'],
    ['limit=ten', 'limit', 'wrong_type'],
    ['limit=1e2', 'limit', 'wrong_type'],
    ['limit=5.0', 'limit', 'wrong_type'],
    ['limit=', 'limit', 'wrong_type'],
    ['limit=5&limit=6', 'limit', 'repeated_parameter'],
    ['sort_by=amount', 'sort_by', 'unknown_value'],
    ['sort_dir=DESC', 'sort_dir', 'unknown_value'],
    ['terminal_id=*', 'terminal_id', 'wrong_format'],
    ['terminal_id=', 'terminal_id', 'wrong_format'],
    ['terminal_id=a%00b', 'terminal_id', 'wrong_format'],
    ['cursor=forged', 'cursor', 'cursor_invalid'],
  ])('returns 400 with the name of the parameter for %s', async (query, parameter, code) => {
    const body = await expectProblemBody(get(`/v1/transactions?${query}`), 400, 'invalid_parameter');
    expect(body.errors).toMatchObject([{ parameter, code }]);
    expect(body.errors[0].detail).toMatch(/Expected/);
  });

  test('reports all invalid parameters', async () => {
    const body = await expectProblemBody(get('/v1/transactions?limit=0&sort_by=x'), 400, 'invalid_parameter');
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['limit', 'sort_by']);
    expect(body.errors[1].allowed).toContain('amt_comp');
  });

  test.each([
    ['/v1/transactions?sortBy=amt_comp', 'sort_by'],
    ['/v1/transactions?terminal=NW104233', 'terminal_id'],
    ['/v1/settlements?state=held', 'status'],
    ['/v1/disputes?reason=unauthorized', 'reason_code'],
  ])('returns 400 with the nearest known parameter for %s', async (path, nearest) => {
    const body = await expectProblemBody(get(path), 400, 'unknown_parameter');
    expect(body.errors[0]).toMatchObject({ code: 'unknown_parameter', nearest });
  });

  test('states that an operation has no parameters', async () => {
    const body = await expectProblemBody(get('/v1/portal?verbose=1'), 400, 'unknown_parameter');
    expect(body.detail).toContain('It has no parameters');
  });

  test('returns 400 for a date that does not exist', async () => {
    await expectProblemBody(get('/v1/settlements?from_business_date=2026-02-31'), 400, 'invalid_parameter');
  });

  test('rejects a cursor with another query or another key', async () => {
    const { body } = await get('/v1/transactions?limit=5&sort_by=amt_comp');
    const cursor = body.page.next_cursor;
    expect((await get(`/v1/transactions?limit=9&sort_by=amt_comp&cursor=${cursor}`)).status).toBe(200);
    await expectProblemBody(get(`/v1/transactions?limit=5&cursor=${cursor}`), 400, 'cursor_mismatch');
    const other = get(`/v1/transactions?limit=5&sort_by=amt_comp&cursor=${cursor}`, keys.redline);
    await expectProblemBody(other, 400, 'invalid_parameter');
    const sameTenant = get(`/v1/transactions?limit=5&sort_by=amt_comp&cursor=${cursor}`, keys.harbor);
    await expectProblemBody(sameTenant, 400, 'invalid_parameter');
  });
});

describe('negotiation and bodies', () => {
  test('returns 406 with the available media types if none is acceptable', async () => {
    const body = await expectProblemBody(get('/v1/portal').set('Accept', 'text/html'), 406, 'not_acceptable');
    expect(body.allowed).toEqual(['application/json']);
    const feed = await expectProblemBody(
      get('/v1/feeds/account.xml').set('Accept', 'application/json'),
      406,
      'not_acceptable',
    );
    expect(feed.allowed).toEqual(['application/rss+xml']);
  });

  test.each([
    ['text/plain', 'another media type'],
    ['application/json; charset=latin1', 'another charset'],
    ['application/x-www-form-urlencoded', 'a form'],
  ])('returns 415 for %s (%s)', async (type) => {
    const request = supertest(app.app)
      .post('/v1/disputes')
      .set('X-API-Key', keys.admin)
      .set('Content-Type', type)
      .send('{}');
    expect((await expectProblemBody(request, 415, 'unsupported_media_type')).allowed).toEqual(['application/json']);
  });

  test('returns 415 for a write without a body and 400 for an empty body', async () => {
    await expectProblemBody(
      supertest(app.app).post('/v1/disputes').set('X-API-Key', keys.admin),
      415,
      'unsupported_media_type',
    );
    await expectProblemBody(post('/v1/disputes', ''), 400, 'malformed_json');
  });

  test('returns 413 for a body over 64 KiB', async () => {
    await expectProblemBody(post('/v1/disputes', { description: 'x'.repeat(70_000) }), 413, 'payload_too_large');
  });

  test.each(['{', '[]', 'null', '"text"', '{"a":1}{"b":2}', '7'])(
    'returns 400 for the body %s, which is not a JSON object',
    async (text) => {
      const body = await expectProblemBody(post('/v1/disputes', text), 400, 'malformed_json');
      expect(body.detail).toContain('Expected a JSON object');
    },
  );

  test.each([
    ['objects', `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
    ['lists', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('returns 400 for a body of nested %s', async (_, text) => {
    for (const path of ['/v1/disputes', '/sandbox/destinations', '/sandbox/causes']) {
      const body = await expectProblemBody(post(path, text), 400, 'malformed_json');
      expect(body.detail).toMatch(/more than \d+ levels/);
    }
  });

  test('returns 400 for a body that is not UTF-8', async () => {
    const request = supertest(app.app)
      .post('/v1/disputes')
      .set('X-API-Key', keys.admin)
      .set('Content-Type', 'application/json');
    await expectProblemBody(
      request.serialize((bytes: unknown) => bytes as string).send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
      400,
      'malformed_json',
    );
  });

  test('reports all invalid members, unknown ones with the nearest known member', async () => {
    const body = await expectProblemBody(
      post('/v1/disputes', { ammount: '5.00', reason_code: 'bad', amount: 5 }),
      422,
      'validation_failed',
    );
    expect(body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: '/transaction_id', code: 'missing' }),
        expect.objectContaining({ pointer: '/reason_code', code: 'unknown_value' }),
        expect.objectContaining({ pointer: '/amount', code: 'wrong_type' }),
        expect.objectContaining({ pointer: '/ammount', code: 'unknown_member', nearest: 'amount' }),
      ]),
    );
  });

  test('returns 400 for a malformed idempotency key', async () => {
    const body = await expectProblemBody(
      post('/v1/disputes', {}).set('Idempotency-Key', 'with space'),
      400,
      'invalid_parameter',
    );
    expect(body.errors).toMatchObject([{ header: 'Idempotency-Key' }]);
  });
});

describe('simulated failures', () => {
  test.each([400, 401, 403, 406, 429, 500, 503])('returns %i for Prefer: code=', async (status) => {
    const response = await get('/v1/settlements').set('Prefer', `code=${status}`);
    expect([response.status, response.headers['preference-applied']]).toEqual([status, `code=${status}`]);
  });

  test('rejects a preferred status that the operation does not declare', async () => {
    const body = await expectProblemBody(get('/v1/portal').set('Prefer', 'code=409'), 400, 'invalid_parameter');
    expect(body.errors).toMatchObject([{ header: 'Prefer' }]);
  });

  test.each(['code=abc', 'delay=-1', 'delay=99999', 'delay=soon', 'code', 'code="503', 'code=503 delay=1'])(
    'rejects Prefer: %s',
    async (value) => {
      await expectProblemBody(get('/v1/portal').set('Prefer', value), 400, 'invalid_parameter');
    },
  );

  test('applies a preferred delay, confirms it in a header, and ignores other preferences', async () => {
    const response = await get('/v1/terminal-groups').set('Prefer', 'respond-async, delay=5');
    expect([response.status, response.headers['preference-applied']]).toEqual([200, 'delay=5']);
  });
});

test.each(['a~b', 'a~', '~~2'])('rejects an unknown member named %s with a valid JSON Pointer', async (name) => {
  const { errors } = await expectProblemBody(post('/v1/disputes', { [name]: 1 }), 422, 'validation_failed');
  const pointers = errors?.map((fault: { pointer?: string }) => fault.pointer);
  expect(pointers).toContain(`/${name.replaceAll('~', '~0')}`);
});

describe('a request with thousands of faults', () => {
  const names = Array.from({ length: 2000 }, (_, n) => `m${n}`);

  test('reports at most 50 faults', async () => {
    const query = await expectProblemBody(get(`/v1/transactions?${names.join('&')}`), 400, 'unknown_parameter');
    const body = await expectProblemBody(
      post('/v1/disputes', Object.fromEntries(names.map((name) => [name, 1]))),
      422,
      'validation_failed',
    );
    for (const { errors, detail } of [query, body]) {
      expect(errors).toHaveLength(50);
      expect(detail.length).toBeLessThan(10_000);
    }
  });

  test('truncates logged texts to 500 characters', async () => {
    await expectProblemBody(post('/v1/disputes', { [`${'x'.repeat(498)}~y`]: 1 }), 422, 'validation_failed');
    const pointers = app.log.at(-1)?.problem?.errors?.map(({ pointer }) => pointer);
    expect(pointers).toContain(`/${'x'.repeat(498)}…`);
  });
});

describe('the rate limit', () => {
  test('returns 429 with Retry-After to a user who exceeds the limit, and to no other user', async () => {
    const limited = createTestApp({ ratePerMinute: 2 });
    const sendWithKey = (key: string) => supertest(limited.app).get('/v1/terminal-groups').set('X-API-Key', key);
    expect((await sendWithKey(keys.admin)).status).toBe(200);
    expect((await sendWithKey(keys.admin)).status).toBe(200);
    await expectProblemBody(sendWithKey(keys.admin), 429, 'rate_limited');
    expect((await sendWithKey(keys.admin)).headers['retry-after']).toBe('60');
    expect((await sendWithKey(keys.redline)).status).toBe(200);
    const sendWithoutKey = () => supertest(limited.app).get('/v1/public/branding-status');
    expect([(await sendWithoutKey()).status, (await sendWithoutKey()).status, (await sendWithoutKey()).status]).toEqual(
      [200, 200, 429],
    );
  });
});
