/** Adds a file to the bundle. Returns a JavaScript expression for its URL. */
export type AddFile = (name: string, content: string | Uint8Array) => string;
