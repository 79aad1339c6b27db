import { expect, test } from 'vitest';
import { findFolderPairs, findLargeFolders, type SourceFile } from './check-folders.ts';

const listFiles = (folder: string, count: number, extension = '.ts'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}${extension}`);

test('accepts twenty source files in a folder, and any number of other files', () => {
  const others = ['.test.ts', '.test.tsx', '.verify.ts', '.d.ts', '.yaml', '.css'].flatMap((extension) =>
    listFiles('server/http', 30, extension),
  );
  const generated = [...listFiles('spec/generated', 30), ...listFiles('spec/generated/schemas', 30)];
  const below = listFiles('server/http/reply', 20, '.tsx');
  expect(findLargeFolders([...listFiles('server/http', 20), ...others, ...generated, ...below])).toEqual([]);
});

test('names a folder with more than twenty source files', () => {
  const paths = [...listFiles('server/http', 15), ...listFiles('server/http', 6, '.tsx'), ...listFiles('spec', 3)];
  expect(findLargeFolders(paths)).toEqual([
    'server/http has 21 source files; the limit is 20. Move the files of one topic to a folder below it.',
  ]);
});

const importing = (path: string, ...imported: readonly string[]): SourceFile => ({
  path,
  text: imported.map((specifier) => `import { one } from '${specifier}';\n`).join(''),
});

test('names a folder and the folder below it that import each other', () => {
  const files = [
    importing('server/http/app.ts', './reply/send.ts'),
    importing('server/http/reply/send.ts', '../limits.ts'),
  ];
  expect(findFolderPairs(files)).toEqual([
    'server/http and server/http/reply import each other: server/http/app.ts imports server/http/reply/send.ts, and server/http/reply/send.ts imports server/http/limits.ts. Move what both need to a folder that imports neither.',
  ]);
});

test('reads imports of types, exports and dynamic imports', () => {
  const far = { path: 'bin/play/run.ts', text: "const load = () => import('../library/index.ts');" };
  const files = [
    far,
    { path: 'bin/library/index.ts', text: "export type { Scenario } from '../play/scenario.ts';" },
    { path: 'bin/library/names.ts', text: "import '../play/names.ts';" },
  ];
  expect(findFolderPairs(files)).toEqual([expect.stringContaining('bin/library and bin/play import each')]);
});

test('ignores imports of tests, of their helpers and of generated files', () => {
  const files = [
    importing('server/http/app.ts', './reply/send.ts', './testing/start.ts'),
    importing('server/http/reply/send.test.ts', '../app.ts'),
    importing('server/http/testing/start.ts', '../app.ts'),
    importing('spec/enums.ts', './generated/openapi.ts'),
    importing('spec/generated/openapi.ts', '../rules.ts'),
  ];
  expect(findFolderPairs(files)).toEqual([]);
});
