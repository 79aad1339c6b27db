import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sample } from '../../base/testing/depth.ts';
import { probes } from '../../conformance/receiver/all-probes.ts';
import { checkOne, listProbeIds, SECRET } from '../../conformance/receiver/testing/check-one.ts';
import { startSampleReceiver } from './testing/sample-receiver.ts';

/* The receivers that the documents show, graded as integrators grade theirs. `npm run verify` grades those in other languages, and all of these. */

test.concurrent.each(sample(['node-plain', 'node-express'], 1))(
  'the sample receiver %s passes every probe',
  async (name) => {
    const file = join(import.meta.dirname, `../../docs/receivers/${name}/receiver.mjs`);
    const receiver = await startSampleReceiver([process.execPath, file], SECRET);
    try {
      const result = await checkOne(receiver.url, {
        effects: async () => receiver.effects(),
        wait: (ms) => delay(ms / 2), // these receivers process events at once
      });
      expect(result.probes.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
      expect(listProbeIds(result, 'pass')).toEqual(probes.map(({ id }) => id));
      expect(result.exitCode).toBe(0);
    } finally {
      receiver.end();
    }
  },
);

test.each(['node-plain', 'node-express'])('the sample receiver %s does not start without a secret', async (name) => {
  const file = join(import.meta.dirname, `../../docs/receivers/${name}/receiver.mjs`);
  await expect(startSampleReceiver([process.execPath, file], '')).rejects.toThrow(/secret/i);
});
