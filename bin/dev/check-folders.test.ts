import { expect, test } from 'vitest';
import { findFolderProblems } from './check-folders.ts';

const listFiles = (folder: string, count: number, extension = '.ts'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}${extension}`);

test('accepts twenty source files in a folder, and any number of other files', () => {
  const others = ['.test.ts', '.test.tsx', '.verify.ts', '.d.ts', '.yaml', '.css'].flatMap((extension) =>
    listFiles('server/http', 30, extension),
  );
  const generated = [...listFiles('spec/generated', 30), ...listFiles('spec/generated/schemas', 30)];
  const below = listFiles('server/http/reply', 20, '.tsx');
  expect(findFolderProblems([...listFiles('server/http', 20), ...others, ...generated, ...below], new Map())).toEqual(
    [],
  );
});

test('names a folder with more than twenty source files', () => {
  const paths = [...listFiles('server/http', 15), ...listFiles('server/http', 6, '.tsx'), ...listFiles('spec', 3)];
  expect(findFolderProblems(paths, new Map())).toEqual([
    'server/http has 21 source files; the limit is 20. Move the files of one topic to a folder below it.',
  ]);
});

test('accepts exactly the number of an exception', () => {
  const find = (count: number) => findFolderProblems(listFiles('spec', count), new Map([['spec', 23]]));
  expect(find(23)).toEqual([]);
  expect(find(24)).toEqual([expect.stringContaining('spec has 24 source files; the limit is 23.')]);
  expect(find(22)).toEqual(['spec has 22 source files. Lower its exception from 23 to 22.']);
  expect(find(20)).toEqual(['spec has 20 source files, and 20 are allowed. Remove its exception.']);
  expect(find(0)).toEqual(['spec has 0 source files, and 20 are allowed. Remove its exception.']);
});
