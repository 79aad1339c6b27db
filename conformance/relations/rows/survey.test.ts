import { expect, test } from 'vitest';
import { createClient } from '../../http/client.ts';
import { makeJsonResponse } from '../../lab/mutants/proxy-helpers.ts';
import { opensTimeline } from './survey.ts';

/** A service that answers an unknown transaction with a success. */
const createCaller = () =>
  createClient({
    baseUrl: 'http://target.test',
    keys: new Map([['west', 'key']]),
    transport: ({ url }) =>
      Promise.resolve(
        makeJsonResponse(
          200,
          url.includes('TX-1001')
            ? { opened: '2026-03-11T09:00:00Z' }
            : { success: false, error: { code: 'NOT_FOUND' } },
        ),
      ),
  })
    .session()
    .withKey('west');

test('a success opens a timeline only if an unknown id is answered otherwise', async () => {
  expect(await opensTimeline(createCaller(), 'TX-1001')).toBe(true);
  expect(await opensTimeline(createCaller(), 'T-500')).toBe(false);
});
