import { describe, expect, test } from 'vitest';
import { convertToShape } from '../../conformance/slots/inference/testing/convert-to-shape.ts';
import { SHAPES } from '../../conformance/slots/inference/testing/shapes.ts';
import { runConformance } from '../../conformance/index.ts';
import { startSandboxTransport } from './testing/start-transport.ts';

const KEYS = new Map([
  ['admin', 'sbx-northway-admin'],
  ['redline', 'sbx-redline-admin'],
  ['auditor', 'sbx-northway-audit'],
]);

describe.each([1, 2, 3, 4, 5])('the sandbox with the data of seed %i', (seed) => {
  test.each(SHAPES)('has no failures with the shape of $title', async (shape) => {
    const { transport, close } = await startSandboxTransport(seed);
    const { results, counts, requests } = await runConformance({
      target: 'http://t.test',
      keys: KEYS,
      transport: convertToShape(transport, shape),
      bindings: 'infer',
      seed,
    });
    await close();
    console.log(`${shape.title}: ${counts.pass} of ${results.length} passed, ${requests} requests`);
    expect(results.length).toBeGreaterThan(50);
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
  });
});
