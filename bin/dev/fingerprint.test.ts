import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isThorough } from '../../base/testing/depth.ts';
import { tenants } from '../../fixtures/index.ts';
import { computeFingerprint } from './fingerprint.ts';

const script = fileURLToPath(new URL('./fingerprint.ts', import.meta.url));
const others = tenants.map(({ tenantId }) => tenantId).filter((id) => id !== 'acct_northway');
/** In `npm test` one with few terminals. */
const compared = isThorough ? others : ['acct_delgado'];

test('is equal for the same seed in another process and time zone, and differs for another seed', async () => {
  const first = await computeFingerprint(1, compared);
  expect(first.requests).toBeGreaterThan(15);
  const env = { ...process.env, TZ: 'Asia/Kathmandu' };
  const elsewhere = execFileSync(process.execPath, [script, '1', ...compared], { encoding: 'utf8', env });
  expect(elsewhere).toContain(`${first.sha256}  ${first.requests} requests`);
  expect((await computeFingerprint(2, compared)).sha256).not.toBe(first.sha256);
});
