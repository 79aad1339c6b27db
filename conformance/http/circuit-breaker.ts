import { NoResponse, type Transport } from './client.ts';

const SILENCES_UNTIL_DEAD = 4;

/** Wraps a transport: after several consecutive timeouts the target counts as dead, and further requests fail at once. */
export function withCircuitBreaker(transport: Transport): { readonly transport: Transport; isDead(): boolean } {
  let silences = 0;
  const isDead = () => silences >= SILENCES_UNTIL_DEAD;
  return {
    isDead,
    transport: async (request) => {
      if (isDead()) throw new NoResponse('unreachable', 'the target stopped responding');
      try {
        const response = await transport(request);
        silences = 0;
        return response;
      } catch (thrown) {
        if (!(thrown instanceof NoResponse) || thrown.code !== 'too-large') silences += 1;
        throw thrown;
      }
    },
  };
}
