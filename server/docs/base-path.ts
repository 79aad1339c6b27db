/**
 * The path under which the browser reaches the sandbox, such as `/fleet`, without a slash at its end; usually empty. The server writes it
 * into the page. Tests have no document.
 */
export const basePath: string = globalThis.document?.documentElement.dataset.base ?? '';
