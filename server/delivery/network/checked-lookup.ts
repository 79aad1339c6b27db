import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type AddressRefusal, checkAddress, type DestinationPolicy } from './address-policy.ts';

/** Returns all addresses of a name. Rejects if there are none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

export const resolveWithSystem: Lookup = async (host) =>
  (await systemLookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** The policy refuses the address of a connection. */
export class AddressRefused extends Error {
  readonly refusal: AddressRefusal;

  constructor(refusal: AddressRefusal) {
    super(refusal.message);
    this.name = 'AddressRefused';
    this.refusal = refusal;
  }
}

/** A name could not be resolved. */
export class LookupFailed extends Error {
  constructor(cause: unknown) {
    super('the name could not be resolved', { cause });
    this.name = 'LookupFailed';
  }
}

export interface CheckedLookupOptions {
  readonly policy: DestinationPolicy;
  readonly resolve: Lookup;
  /** Port to check against the sandbox's own port; absent for its own inboxes. */
  readonly port?: number;
  /** Called when all addresses are resolved and allowed. */
  readonly onResolved: () => void;
}

/**
 * Returns a lookup function for sockets that checks every address of a name and refuses the name if one is refused. The
 * socket connects to a checked address without a second lookup.
 */
export function createCheckedLookup(judging: CheckedLookupOptions): LookupFunction {
  return (host, options, callback) => {
    resolveChecked(host, judging).then(
      ([first, ...others]) => {
        judging.onResolved();
        if (options.all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

type ResolvedAddress = { readonly address: string; readonly family: number };

/** Returns the addresses of a name. Rejects with `AddressRefused` if the policy refuses one, and with `LookupFailed`. */
export async function resolveChecked(
  host: string,
  { policy, resolve, port }: Pick<CheckedLookupOptions, 'policy' | 'resolve' | 'port'>,
): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new LookupFailed(cause);
  });
  const [first, ...others] = addresses.map((address) => {
    const judged = checkAddress(policy, address, port);
    if (judged.kind === 'refused') throw new AddressRefused(judged);
    return { address, family: address.includes(':') ? 6 : 4 };
  });
  if (first === undefined) throw new LookupFailed('the DNS response contains no address');
  return [first, ...others];
}
