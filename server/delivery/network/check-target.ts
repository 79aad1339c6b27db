import { isIP } from 'node:net';
import { checkUrl, type DestinationPolicy, isLocalName, listLoopbackAddresses } from './address-policy.ts';
import { AddressRefused, resolveChecked, resolveWithSystem } from './checked-lookup.ts';

/** The addresses to which a client of this server may connect for a URL, or why there are none. */
export type CheckedTarget = { readonly addresses: readonly string[] } | { readonly refusal: string };

/** Checks a URL by the policy for destinations, resolves its host, and checks each address. The sandbox itself is refused. */
export async function checkTarget(
  policy: DestinationPolicy,
  text: string,
  resolve = resolveWithSystem,
): Promise<CheckedTarget> {
  const judged = checkUrl(policy, text);
  if (judged.kind === 'refused') return { refusal: judged.message };
  if (judged.kind === 'inbox')
    return { refusal: 'This is an inbox of the sandbox. Expected the URL of another server.' };
  const { host, port } = judged;
  if (isIP(host) !== 0) return { addresses: [host] };
  if (isLocalName(host)) return { addresses: listLoopbackAddresses(policy, port) };
  try {
    return { addresses: (await resolveChecked(host, { policy, resolve, port })).map(({ address }) => address) };
  } catch (fault) {
    if (fault instanceof AddressRefused) return { refusal: fault.message };
    return { refusal: `The name ${host} could not be resolved. Expected the name of a server.` };
  }
}
