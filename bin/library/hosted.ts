import { isLoopbackHost } from '../../base/hosts.ts';
import type { DestinationOptions } from './options/delivery-options.ts';

/** The options of a sandbox that hosting depends on. */
export interface HostingOptions {
  readonly publicUrl?: string;
  readonly operatorToken?: string;
  readonly data?: string;
  readonly database?: string;
  readonly trustProxy?: number | readonly string[];
  readonly tlsCert?: string;
  readonly ratePerMinute?: number;
  readonly destinations?: DestinationOptions;
}

/** Minimum length of the operator's token of a hosted server, in characters. */
const SHORTEST_TOKEN = 32;

/** One requirement of a hosted server that the options do not meet. */
interface MissingRequirement {
  /** The option of the command line. */
  readonly option: string;
  readonly reason: string;
}

/**
 * Returns the requirements of a public server that these options do not meet. On a loopback address, as in tests, the
 * public URL may use http.
 */
export function listMissingRequirements(options: HostingOptions): readonly MissingRequirement[] {
  const { publicUrl, operatorToken, data, database, trustProxy, tlsCert, ratePerMinute, destinations } = options;
  const requirements: readonly (MissingRequirement & { readonly isMet: boolean })[] = [
    {
      option: '--public-url <https URL>',
      reason: 'links and inboxes need the address that clients use, and keys must not travel in clear text',
      isMet: publicUrl !== undefined && isSafeUrl(publicUrl),
    },
    {
      option: `--operator-token <token> or FLEETKIT_OPERATOR_TOKEN, at least ${SHORTEST_TOKEN} characters`,
      reason: 'the operator creates workspaces and issues keys',
      isMet: (operatorToken?.length ?? 0) >= SHORTEST_TOKEN,
    },
    {
      option: '--data <dir>, --database <url> or FLEETKIT_DATABASE_URL',
      reason: 'workspaces and keys must survive a restart',
      isMet: data !== undefined || database !== undefined,
    },
    {
      option: '--trust-proxy <n|cidr,...>, or --tls-cert <file> and --tls-key <file>',
      reason: 'limits count addresses of clients, and either a proxy or the server itself must speak TLS',
      isMet: trustProxy !== undefined || tlsCert !== undefined,
    },
    {
      option: '--destinations hosted',
      reason: 'clients must not reach the network of the server through webhooks',
      isMet: (destinations?.mode ?? 'hosted') === 'hosted',
    },
    {
      option: '--rate-limit <n>',
      reason: 'one client must not use up the server; the default is 120',
      isMet: ratePerMinute === undefined || ratePerMinute <= MOST_PER_MINUTE,
    },
  ];
  return requirements.filter(({ isMet }) => !isMet).map(({ option, reason }) => ({ option, reason }));
}

/** A higher limit would not limit one client. */
const MOST_PER_MINUTE = 60_000;

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Thrown when a hosted server is requested and an option is missing. */
export class IncompleteHosting extends RangeError {
  constructor(missing: readonly MissingRequirement[]) {
    super(
      ['A hosted sandbox also needs:', ...missing.map(({ option, reason }) => `  ${option}: ${reason}`)].join('\n'),
    );
  }
}
