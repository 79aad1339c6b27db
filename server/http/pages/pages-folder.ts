/** The folder of the pages that the build writes. The bundle replaces this module. */
export const pagesFolder = new URL('../../../dist/pages/', import.meta.url);
