import type { Transport } from '../../conformance/index.ts';

/** Headers that are for the connection at hand. */
export const FRAMING = /^(content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;

/**
 * The transport with answers as a connection can carry them. A proxy of the kit may change a body and leave its length:
 * in memory that does no harm, over a connection it would leave whoever reads it waiting for the rest.
 */
export const framed =
  (transport: Transport): Transport =>
  async (request) => {
    const { status, headers, body } = await transport(request);
    return {
      status,
      headers: [...headers.filter(([name]) => !FRAMING.test(name)), ['Connection', 'close']],
      body,
    };
  };
