import supertest, { type Test } from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../../spec/index.ts';
import { keys, type TestApp, testApp } from '../testing/test-app.ts';

/* Every refusal, reached through HTTP: it says what was expected, and nothing about anybody else. */

let app: TestApp;
beforeAll(() => {
  app = testApp();
});

const get = (path: string, key: string = keys.admin): Test => supertest(app.app).get(path).set('X-API-Key', key);
const post = (path: string, body: unknown, key: string = keys.admin): Test =>
  supertest(app.app)
    .post(path)
    .set('X-API-Key', key)
    .set('Content-Type', 'application/json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

async function problemOf(request: Test, status: number, code: string) {
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

describe('the address', () => {
  test.each(['/v1', '/v1/nothing', '/v1/transactions/', '/V1/transactions', '/v1/terminals//commands', '/v2/portal'])(
    '%s is no path of the contract: 404',
    async (path) => {
      await problemOf(get(path), 404, 'not_found');
    },
  );

  test.each(['%00', '..%2f..%2fetc', 'a%20b', '%zz', 'x'.repeat(65), "';--", '%F0%9F%92%A9'])(
    'an id that cannot exist (%s) is answered like one that does not: 404',
    async (id) => {
      await problemOf(get(`/v1/locations/${id}`), 404, 'not_found');
    },
  );

  test('a method that the path does not have is 405 and told which ones it has', async () => {
    const request = supertest(app.app).delete('/v1/disputes').set('X-API-Key', keys.admin);
    const body = await problemOf(request, 405, 'method_not_allowed');
    expect(body.allowed).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expect((await supertest(app.app).put('/v1/portal')).headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

describe('the key', () => {
  const protectedReads = (Object.keys(operations) as OperationId[]).filter((id) => !operations[id].isPublic);

  test('the contract has twenty protected operations', () => {
    expect(protectedReads).toHaveLength(20);
  });

  test.each(protectedReads)('%s without a key is 401, and says which header to send', async (operationId) => {
    const { method, path } = operations[operationId];
    const address = path.replace(/\{\w+\}/, 'NW104233');
    const request = method === 'GET' ? supertest(app.app).get(address) : supertest(app.app).post(address);
    const body = await problemOf(request, 401, 'missing_api_key');
    expect(body.detail).toContain('X-API-Key');
    expect((await supertest(app.app).get('/v1/portal')).headers['www-authenticate']).toBe('ApiKey realm="portal"');
  });

  test('unknown, expired, revoked, truncated, case-changed and doubled keys get the same answer', async () => {
    const wrong = ['nonsense', keys.expired, keys.revoked, keys.admin.slice(0, -1), keys.admin.toUpperCase()];
    const answers = await Promise.all(wrong.map((key) => problemOf(get('/v1/portal', key), 401, 'invalid_api_key')));
    expect(new Set(answers.map(({ request_id: _, ...rest }) => JSON.stringify(rest))).size).toBe(1);
    await problemOf(get('/v1/portal', `${keys.admin}, ${keys.admin}`), 401, 'invalid_api_key');
  });

  test('a key in the address is not read', async () => {
    await problemOf(supertest(app.app).get(`/v1/portal?api_key=${keys.admin}`), 401, 'missing_api_key');
  });

  test('no key is ever logged', async () => {
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
  ])('%s%s of another tenant is answered like one that never existed', async (path, rest) => {
    const foreign = await problemOf(get(`${path}${rest}`), 404, 'not_found');
    const never = await problemOf(get(`${path}${rest.replace('RL000666', 'ZZ999999')}`), 404, 'not_found');
    const withoutEcho = ({ instance: _i, request_id: _r, ...body }: Record<string, unknown>) => body;
    expect(withoutEcho(foreign)).toEqual(withoutEcho(never));
    expect((await get(`${path}${rest}`, keys.redline)).status).toBe(200);
  });

  test('a role that lacks the privilege is 403 and told which one it lacks', async () => {
    const body = await problemOf(get('/v1/settlements', keys.tech), 403, 'insufficient_privilege');
    expect(body.required_privilege).toBe('view_settlements');
  });

  test('an unprivileged write learns nothing about its body', async () => {
    await problemOf(post('/v1/settlements/derive', 'not json', keys.audit), 403, 'insufficient_privilege');
    await problemOf(post('/v1/disputes', { transaction_id: 'x' }, keys.finance), 403, 'insufficient_privilege');
  });

  test('the id of a path comes before the role', async () => {
    await problemOf(get('/v1/terminals/RL000666/commands', keys.store), 404, 'not_found');
    await problemOf(get('/v1/terminals/NW104233/commands', keys.store), 403, 'insufficient_privilege');
  });
});

describe('the query', () => {
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
  ])('%s is 400 and names the parameter', async (query, parameter, code) => {
    const body = await problemOf(get(`/v1/transactions?${query}`), 400, 'invalid_parameter');
    expect(body.errors).toMatchObject([{ parameter, code }]);
    expect(body.errors[0].detail).toMatch(/Expected/);
  });

  test('several faults are all named', async () => {
    const body = await problemOf(get('/v1/transactions?limit=0&sort_by=x'), 400, 'invalid_parameter');
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['limit', 'sort_by']);
    expect(body.errors[1].allowed).toContain('amt_comp');
  });

  test.each([
    ['/v1/transactions?sortBy=amt_comp', 'sort_by'],
    ['/v1/transactions?terminal=NW104233', 'terminal_id'],
    ['/v1/settlements?state=held', 'status'],
    ['/v1/disputes?reason=unauthorized', 'reason_code'],
  ])('%s is 400 and names the nearest known parameter', async (path, nearest) => {
    const body = await problemOf(get(path), 400, 'unknown_parameter');
    expect(body.errors[0]).toMatchObject({ code: 'unknown_parameter', nearest });
  });

  test('an operation without parameters states that it has none', async () => {
    const body = await problemOf(get('/v1/portal?verbose=1'), 400, 'unknown_parameter');
    expect(body.detail).toContain('It has no parameters');
  });

  test('a date that is none is 400', async () => {
    await problemOf(get('/v1/settlements?from_business_date=2026-02-31'), 400, 'invalid_parameter');
  });

  test('a cursor is bound to its query and its key', async () => {
    const { body } = await get('/v1/transactions?limit=5&sort_by=amt_comp');
    const cursor = body.page.next_cursor;
    expect((await get(`/v1/transactions?limit=9&sort_by=amt_comp&cursor=${cursor}`)).status).toBe(200);
    await problemOf(get(`/v1/transactions?limit=5&cursor=${cursor}`), 400, 'cursor_mismatch');
    const other = get(`/v1/transactions?limit=5&sort_by=amt_comp&cursor=${cursor}`, keys.redline);
    await problemOf(other, 400, 'invalid_parameter');
    const sameTenant = get(`/v1/transactions?limit=5&sort_by=amt_comp&cursor=${cursor}`, keys.harbor);
    await problemOf(sameTenant, 400, 'invalid_parameter');
  });
});

describe('negotiation and bodies', () => {
  test('nothing acceptable is 406 and told what there is', async () => {
    const body = await problemOf(get('/v1/portal').set('Accept', 'text/html'), 406, 'not_acceptable');
    expect(body.allowed).toEqual(['application/json']);
    const feed = await problemOf(get('/v1/feeds/account.xml').set('Accept', 'application/json'), 406, 'not_acceptable');
    expect(feed.allowed).toEqual(['application/rss+xml']);
  });

  test.each([
    ['text/plain', 'a body of another type'],
    ['application/json; charset=latin1', 'another charset'],
    ['application/x-www-form-urlencoded', 'a form'],
  ])('%s (%s) is 415', async (type) => {
    const request = supertest(app.app)
      .post('/v1/disputes')
      .set('X-API-Key', keys.admin)
      .set('Content-Type', type)
      .send('{}');
    expect((await problemOf(request, 415, 'unsupported_media_type')).allowed).toEqual(['application/json']);
  });

  test('a write without a body is 415, with an empty one 400', async () => {
    await problemOf(
      supertest(app.app).post('/v1/disputes').set('X-API-Key', keys.admin),
      415,
      'unsupported_media_type',
    );
    await problemOf(post('/v1/disputes', ''), 400, 'malformed_json');
  });

  test('a body over 64 KiB is 413', async () => {
    await problemOf(post('/v1/disputes', { description: 'x'.repeat(70_000) }), 413, 'payload_too_large');
  });

  test.each(['{', '[]', 'null', '"text"', '{"a":1}{"b":2}', '7'])('%s is not a JSON object: 400', async (text) => {
    const body = await problemOf(post('/v1/disputes', text), 400, 'malformed_json');
    expect(body.detail).toContain('Expected a JSON object');
  });

  test('bytes that are not UTF-8 are 400', async () => {
    const request = supertest(app.app)
      .post('/v1/disputes')
      .set('X-API-Key', keys.admin)
      .set('Content-Type', 'application/json');
    await problemOf(
      request.serialize((bytes: unknown) => bytes as string).send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
      400,
      'malformed_json',
    );
  });

  test('members at fault are all named, unknown ones with the nearest known', async () => {
    const body = await problemOf(
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

  test('a malformed idempotency key is 400', async () => {
    const body = await problemOf(
      post('/v1/disputes', {}).set('Idempotency-Key', 'with space'),
      400,
      'invalid_parameter',
    );
    expect(body.errors).toMatchObject([{ header: 'Idempotency-Key' }]);
  });
});

describe('chosen failures', () => {
  test.each([400, 401, 403, 406, 429, 500, 503])('Prefer: code=%i is answered so', async (status) => {
    const response = await get('/v1/settlements').set('Prefer', `code=${status}`);
    expect([response.status, response.headers['preference-applied']]).toEqual([status, `code=${status}`]);
  });

  test('a status that the operation does not declare is refused', async () => {
    const body = await problemOf(get('/v1/portal').set('Prefer', 'code=409'), 400, 'invalid_parameter');
    expect(body.errors).toMatchObject([{ header: 'Prefer' }]);
  });

  test.each(['code=abc', 'delay=-1', 'delay=99999', 'delay=soon', 'code', 'code="503', 'code=503 delay=1'])(
    'Prefer: %s is refused',
    async (value) => {
      await problemOf(get('/v1/portal').set('Prefer', value), 400, 'invalid_parameter');
    },
  );

  test('a delay is applied and said so; other preferences are ignored', async () => {
    const response = await get('/v1/terminal-groups').set('Prefer', 'respond-async, delay=5');
    expect([response.status, response.headers['preference-applied']]).toEqual([200, 'delay=5']);
  });
});

test.each(['a~b', 'a~', '~~2'])('an unknown member named %s is refused with a valid JSON Pointer', async (name) => {
  const { errors } = await problemOf(post('/v1/disputes', { [name]: 1 }), 422, 'validation_failed');
  const pointers = errors?.map((fault: { pointer?: string }) => fault.pointer);
  expect(pointers).toContain(`/${name.replaceAll('~', '~0')}`);
});

describe('a request with thousands of faults', () => {
  const names = Array.from({ length: 2000 }, (_, n) => `m${n}`);

  test('lists only the first of them', async () => {
    const query = await problemOf(get(`/v1/transactions?${names.join('&')}`), 400, 'unknown_parameter');
    const body = await problemOf(
      post('/v1/disputes', Object.fromEntries(names.map((name) => [name, 1]))),
      422,
      'validation_failed',
    );
    for (const { errors, detail } of [query, body]) {
      expect(errors).toHaveLength(50);
      expect(detail.length).toBeLessThan(10_000);
    }
  });

  test('is logged without texts that are longer than 500 characters', async () => {
    await problemOf(post('/v1/disputes', { [`${'x'.repeat(498)}~y`]: 1 }), 422, 'validation_failed');
    const pointers = app.log.at(-1)?.problem?.errors?.map(({ pointer }) => pointer);
    expect(pointers).toContain(`/${'x'.repeat(498)}…`);
  });
});

describe('the rate limit', () => {
  test('one request too many in a minute is 429 with Retry-After, for that user only', async () => {
    const limited = testApp({ ratePerMinute: 2 });
    const ask = (key: string) => supertest(limited.app).get('/v1/terminal-groups').set('X-API-Key', key);
    expect((await ask(keys.admin)).status).toBe(200);
    expect((await ask(keys.admin)).status).toBe(200);
    await problemOf(ask(keys.admin), 429, 'rate_limited');
    expect((await ask(keys.admin)).headers['retry-after']).toBe('60');
    expect((await ask(keys.redline)).status).toBe(200);
    const anybody = () => supertest(limited.app).get('/v1/public/branding-status');
    expect([(await anybody()).status, (await anybody()).status, (await anybody()).status]).toEqual([200, 200, 429]);
  });
});
