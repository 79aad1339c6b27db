import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('./fingerprint.ts', import.meta.url));
const run = (seed: number, timezone: string): string =>
  execFileSync(process.execPath, [script, String(seed)], { encoding: 'utf8', env: { ...process.env, TZ: timezone } });

test('the same seed gives the same bytes in another process and time zone, another seed gives others', () => {
  const first = run(1, 'UTC');
  expect(first).toMatch(/^[0-9a-f]{64} {2}\d{3,} requests/);
  expect(run(1, 'Asia/Kathmandu')).toBe(first);
  expect(run(2, 'UTC').slice(0, 64)).not.toBe(first.slice(0, 64));
}, 120_000);
