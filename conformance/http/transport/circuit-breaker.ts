import { NoResponse, provesLife, type Transport } from './transport-contract.ts';

const SILENCES_UNTIL_DEAD = 4;

/** Wraps a transport: after several consecutive requests without any response the target counts as dead, and further ones fail at once. */
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
        silences = provesLife(thrown) ? 0 : silences + 1;
        throw thrown;
      }
    },
  };
}
