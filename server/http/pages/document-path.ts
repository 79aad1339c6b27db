/** Returns whether a page of the documentation may exist at a path, or its Markdown. */
export const isDocumentPath = (path: string): boolean => DOCUMENT.test(path);

const DOCUMENT = /^\/docs(?:\/[a-z0-9-]+)*(?:\.md)?$/;
