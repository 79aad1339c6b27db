/* `Buffer` for browsers: the build gives it to modules that use the global one. */

export { Buffer } from 'buffer/index.js';
