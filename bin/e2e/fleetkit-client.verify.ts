import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TASKS } from '../../conformance/client/core/tasks.ts';
import { lessons } from '../../conformance/client/lessons/index.ts';
import { playLessons } from '../commands/client/play-lessons.ts';
import { ROOT, readMarkdown } from '../dev/test-documents.ts';

/* The program of docs/client.md that does all tasks with `fleetkit/client`, and the examples of that guide. */

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-client-'));
const program = join(folder, 'program.ts');

beforeAll(() => {
  const text = readFileSync(join(ROOT, 'docs/clients/fleetkit-client.ts'), 'utf8');
  const library = pathToFileURL(join(ROOT, 'client/index.ts')).href;
  expect(text).toContain(" from 'fleetkit/client'");
  writeFileSync(program, text.replace("'fleetkit/client'", `'${library}'`));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the program passes lessons about pages, amounts, retries, redirects, writes and webhooks', async () => {
  const result = await playLessons({
    program: {
      command: [process.execPath, program],
      limits: { timeoutMs: 30_000, memoryMegabytes: 2048 },
      isObserved: false,
      signal: new AbortController().signal,
    },
    lessons,
    ...{ tasks: TASKS, concurrency: 4, timeLimitMs: 600_000, onPlayed: () => undefined },
  });
  expect(result.lessons.filter(({ verdict }) => verdict.outcome !== 'passed')).toEqual([]);
  expect([result.lessons.length, result.exitCode]).toEqual([lessons.length, 0]);
});

test('the program and the examples of the guide compile in strict mode', () => {
  const examples = readMarkdown('docs/client.md').fences.filter(({ language }) => language === 'ts');
  expect(examples.length).toBeGreaterThan(8);
  const lines = examples.flatMap((example) => example.lines);
  const isImport = (line: string): boolean => line.startsWith('import ');
  const code = [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n');
  writeFileSync(join(folder, 'guide.ts'), `${code}\n`);
  writeFileSync(join(folder, 'tasks.ts'), readFileSync(join(ROOT, 'docs/clients/fleetkit-client.ts')));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    ...{ strict: true, target: 'es2024', lib: ['es2024'], module: 'nodenext', types: ['node'], noEmit: true },
    ...{ skipLibCheck: true, allowImportingTsExtensions: true, erasableSyntaxOnly: true, resolveJsonModule: true },
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: { 'fleetkit/client': [join(ROOT, 'client/index.ts')], fleetkit: [join(ROOT, 'bin/library/index.ts')] },
  };
  const files = ['guide.ts', 'tasks.ts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(ROOT, 'tools/types/node_modules/typescript/bin/tsc');
  const compile = () => execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8', stdio: 'pipe' });
  expect(() => compile()).not.toThrow();
});
