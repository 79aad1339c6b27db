import supertest from 'supertest';
import { expect, test } from 'vitest';
import { MAX_HEADER_VALUE } from '../../edge/limits.ts';
import { createTestApp, keys } from '../../testing/test-app.ts';

const { app } = createTestApp();
const send = (name: string, value: string) =>
  supertest(app)
    .post('/v1/disputes')
    .set({ Host: 'localhost', 'X-API-Key': keys.disputes, [name]: value })
    .send('{}');

test.each(Object.entries(MAX_HEADER_VALUE))('rejects a %s of more than %i characters', async (name, most) => {
  const longest = await send(name, ';'.repeat(most));
  expect(longest.status).not.toBe(431);
  const { status, body } = await send(name, ';'.repeat(most + 1));
  expect(status).toBe(431);
  expect(body).toMatchObject({ code: 'headers_too_large', errors: [{ header: name, code: 'too_long' }] });
  expect(body.detail).toContain(String(most));
});

test.each(['1.2.3.4'.repeat(200), ['1.2.3.4'.repeat(100), '5.6.7.8'.repeat(100)]])(
  'rejects a read with a long X-Forwarded-For, in one header or several (%#)',
  async (value) => {
    const read = supertest(app).get('/v1/locations').set({ Host: 'localhost', 'X-API-Key': keys.disputes });
    const { status, body } = await read.set('X-Forwarded-For', value as string); // Node.js sends a list as several headers
    expect(status).toBe(431);
    expect(body).toMatchObject({ errors: [{ header: 'X-Forwarded-For', code: 'too_long' }] });
  },
);
