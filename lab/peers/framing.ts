import type { Transport } from '../../conformance/index.ts';

/** Headers that concern only one connection. */
export const FRAMING_HEADER = /^(content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;

/**
 * Removes the framing headers of responses. A proxy of the kit may change a body but not its Content-Length, so that a
 * client would wait for missing bytes.
 */
export const withoutFraming =
  (transport: Transport): Transport =>
  async (request) => {
    const { status, headers, body } = await transport(request);
    return {
      status,
      headers: [...headers.filter(([name]) => !FRAMING_HEADER.test(name)), ['Connection', 'close']],
      body,
    };
  };
