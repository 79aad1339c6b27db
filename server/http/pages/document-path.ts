/** Returns whether a page of the documentation may exist at a path. */
export const isDocumentPath = (path: string): boolean => DOCUMENT.test(path);

const DOCUMENT = /^\/docs(?:\/[a-z0-9-]+)*$/;
