/**
 * The path under which the browser reaches the sandbox, such as `/fleet`, without a slash at its end; usually empty. The server writes it
 * into the page.
 */
export const basePath: string = document.documentElement.dataset.base ?? '';

/** The URL under which the browser reaches the sandbox, without a slash at its end. */
export const baseUrl: string = `${location.origin}${basePath}`;
