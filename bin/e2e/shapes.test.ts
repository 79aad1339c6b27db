import { afterAll, describe, expect, test } from 'vitest';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { checks, runConformance } from '../../conformance/index.ts';
import { convertToShape } from '../../conformance/slots/inference/testing/convert-to-shape.ts';
import { type Grades, gradeBindings, inferForTest } from '../../conformance/slots/inference/testing/grading.ts';
import { createTruth } from '../../conformance/slots/inference/testing/shape-truth.ts';
import { SHAPES } from '../../conformance/slots/inference/testing/shapes.ts';
import { startSandboxTransport } from './testing/start-transport.ts';

/*
 * Changes the names and paths of the sandbox's API, and runs the kit on the result with a URL and two keys. The kit must
 * infer the bindings and report no failures. `shapes.verify.ts` runs all checks on all shapes and seeds.
 */

const SEEDS = sample([1, 2, 3, 4, 5], 1);
const KEYS = new Map([
  ['admin', 'sbx-northway-admin'],
  ['redline', 'sbx-redline-admin'],
]);

const sandboxes = await Promise.all(SEEDS.map((seed) => startSandboxTransport(seed)));
afterAll(async () => {
  for (const { close } of sandboxes) await close();
});

test('infers the bindings of the unchanged sandbox', async () => {
  for (const { transport } of sandboxes) expect((await inferForTest(transport, KEYS)).bindings.origin).toBe('builtin');
});

test('infers no wrong binding in any shape, and as many as the golden file states', async () => {
  const lines: string[] = [];
  for (const shape of sample(SHAPES, 2)) {
    const all: (Grades & { readonly requests: number })[] = [];
    for (const { transport, seed } of sandboxes) {
      const { bindings, portal, requests } = await inferForTest(convertToShape(transport, shape), KEYS);
      const grades = gradeBindings(bindings, createTruth(shape), portal);
      expect({ shape: shape.title, seed, wrong: grades.wrong }).toEqual({ shape: shape.title, seed, wrong: [] });
      all.push({ ...grades, requests });
    }
    const least = (count: (one: (typeof all)[number]) => number) => Math.min(...all.map(count));
    const most = (count: (one: (typeof all)[number]) => number) => Math.max(...all.map(count));
    const counts = [
      least(({ right }) => right.length),
      most(({ wrong }) => wrong.length),
      most(({ guessed }) => guessed.length),
      most(({ absent }) => absent.length),
      most(({ requests }) => requests),
    ];
    lines.push(`${shape.title.padEnd(60)}${counts.map((count) => String(count).padStart(11)).join('')}`);
  }
  const head = ['least right', 'most wrong', 'guessed', 'not found', 'requests'];
  const table = [`${'shape'.padEnd(60)}${head.map((word) => word.padStart(11)).join('')}`, ...lines].join('\n');
  if (isThorough) await expect(`${table}\n`).toMatchFileSnapshot('golden/shapes.txt');
});

describe.each(sample(SHAPES, 1))('with the shape of $title', (shape) => {
  test.runIf(isThorough)('reports no failures for the sandbox', async () => {
    const [first] = sandboxes;
    if (first === undefined) throw new Error('there is no sandbox');
    const transport = convertToShape(first.transport, shape);
    const { results } = await runConformance({
      ...{ target: 'http://t.test', keys: KEYS, checks, transport, bindings: 'infer' },
    });
    expect(results.length).toBeGreaterThan(50);
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
  });
});
