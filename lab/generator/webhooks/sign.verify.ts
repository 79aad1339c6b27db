import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DIMENSIONS } from '../dimensions/index.ts';
import { createShape } from '../shape.ts';
import { createDelivery } from './sign.ts';

const event = { id: 'evt-1', name: 'cash_low', terminal: 'terminal-0001', atMs: Date.UTC(2026, 2, 1) };
const choicesWith = (set: Record<string, string>) => createShape(0, { only: [], set }).choices;

describe('createDelivery', () => {
  it('signs the body with the secret', () => {
    const { headers, body } = createDelivery(event, 'secret', choicesWith({}));
    expect(headers['X-Signature']).toBe(`sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`);
  });

  it.each(DIMENSIONS.webhookPayload.values.map((each) => each.value))('names the event (%s)', (webhookPayload) => {
    expect(createDelivery(event, 'secret', choicesWith({ webhookPayload })).body).toContain('cash_low');
  });

  it.each(DIMENSIONS.webhookSignature.values.map((each) => each.value))('signs each event (%s)', (webhookSignature) => {
    const headers = createDelivery(event, 'secret', choicesWith({ webhookSignature })).headers;
    expect(Object.keys(headers).length).toBeGreaterThanOrEqual(2);
  });
});
