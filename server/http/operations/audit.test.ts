import { describe, expect, it } from 'vitest';
import { keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';
import { createWebhooksApp, RECEIVER_URL } from '../testing/test-webhooks.ts';
import type { AuditEntry } from './audit.ts';

/** Starts a test sandbox with an audit log. */
function createAuditedApp() {
  const audited: AuditEntry[] = [];
  const app = createWebhooksApp({ audit: (entry) => void audited.push(entry), trustProxy: 1 });
  return { ...app, audited };
}

describe('audit log', () => {
  it('contains each write of the operator with its target, outcome and request id', async () => {
    const { request, audited } = createAuditedApp();
    await request('post', '/sandbox/clock/advance', 'operator').set('X-Request-Id', 'req-advance').send({ by: 60 });
    await request('put', '/sandbox/misbehaviours/slow_replies', 'operator').send({ is_on: true });
    await request('post', '/sandbox/clock/advance', 'operator').send({ by: 'soon' });
    await request('post', '/sandbox/reset', 'operator').send({ tenant_id: 'acct_delgado' });
    expect(
      audited.map(({ method, details, outcome, status, path }) => ({ method, path, details, outcome, status })),
    ).toEqual([
      { method: 'POST', path: '/sandbox/clock/advance', details: { by: 60 }, outcome: 'succeeded', status: 200 },
      {
        method: 'PUT',
        path: '/sandbox/misbehaviours/slow_replies',
        details: { is_on: true },
        outcome: expect.any(String),
        status: expect.any(Number),
      },
      { method: 'POST', path: '/sandbox/clock/advance', details: { by: 'soon' }, outcome: 'refused', status: 422 },
      {
        method: 'POST',
        path: '/sandbox/reset',
        details: { tenant_id: 'acct_delgado' },
        outcome: 'succeeded',
        status: 200,
      },
    ]);
    expect(audited[0]).toMatchObject({ requestId: 'req-advance', operationId: 'advanceClock', code: null });
    expect(audited[2]).toMatchObject({ code: 'validation_failed' });
  });

  it('contains neither reads, nor writes of other callers, nor writes with a wrong token', async () => {
    const { request, audited } = createAuditedApp();
    await request('get', '/sandbox/clock', 'operator').expect(200);
    await request('post', '/sandbox/destinations').send({ url: RECEIVER_URL }).expect(201);
    await request('post', '/sandbox/reset', '').set('Authorization', 'Bearer opr-wrong-wrong-wrong').expect(401);
    await request('post', '/v1/disputes', keys.disputes).send({}).expect(422);
    expect(audited).toEqual([]);
  });

  it('names the client behind the proxy, and ignores a forwarded value that is no address', async () => {
    const { request, audited } = createAuditedApp();
    for (const forwarded of ['192.0.2.7', '"}{evil'])
      await request('post', '/sandbox/clock/freeze', 'operator').set('X-Forwarded-For', forwarded).send({});
    expect(audited.map(({ clientAddress }) => clientAddress)).toEqual([
      '192.0.2.7',
      expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    ]);
  });

  it('contains no credentials from bodies or paths', async () => {
    const { request, audited } = createAuditedApp();
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await request('post', '/sandbox/destinations', 'operator')
      .send({ url: RECEIVER_URL, account_id: 'acct_delgado', secret, headers: { 'x-token': 'hidden-value' } })
      .expect(201);
    await request('post', '/sandbox/reset', 'operator').send({ tenant_id: TEST_OPERATOR_TOKEN });
    await request('delete', `/sandbox/keys/${keys.admin}`, 'operator');
    expect(audited).toHaveLength(3);
    for (const text of [secret, 'hidden-value', TEST_OPERATOR_TOKEN, keys.admin])
      expect(JSON.stringify(audited)).not.toContain(text);
  });
});
