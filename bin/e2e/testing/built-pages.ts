import { fileURLToPath } from 'node:url';
import { writePages } from '../../dev/build/pages.ts';

let pages: Promise<unknown> | undefined;

/** Builds the pages from the present sources. All test files of one process share the build. */
export async function buildPages(): Promise<void> {
  pages ??= writePages(fileURLToPath(new URL('../../..', import.meta.url)));
  await pages;
}
