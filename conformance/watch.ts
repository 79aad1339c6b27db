import { NoAnswer, type Transport } from './client.ts';

const SILENCES_UNTIL_DEAD = 4;

/** Watches a transport: after some silences in a row the target counts as dead, and nothing more is waited for. */
export function watched(transport: Transport): { readonly transport: Transport; isDead(): boolean } {
  let silences = 0;
  const isDead = () => silences >= SILENCES_UNTIL_DEAD;
  return {
    isDead,
    transport: async (request) => {
      if (isDead()) throw new NoAnswer('unreachable', 'the target stopped answering');
      try {
        const response = await transport(request);
        silences = 0;
        return response;
      } catch (thrown) {
        if (!(thrown instanceof NoAnswer) || thrown.code !== 'too-large') silences += 1;
        throw thrown;
      }
    },
  };
}
