import { appendAll } from '../../base/large-lists.ts';
import { type Client, type Exchange, isSuccess, NoResponse, provesLife } from '../http/client.ts';
import { isWebPage } from '../http/response-kind.ts';
import type { KeyExpectations } from '../relations/key-expectations.ts';
import { leaveOutRefused } from '../relations/survey/opened-terminals.ts';
import { placeTransactions } from '../relations/survey/placed-rows.ts';
import {
  agreeOnTerminals,
  discoverVisibility,
  keepUniqueAliases,
  type Visibility,
} from '../relations/survey/principals.ts';
import type { Bindings } from '../slots/bindings.ts';
import { builtinBindings } from '../slots/builtin-bindings.ts';
import { inferFromSession } from '../slots/inference/infer.ts';
import type { Check, Need } from './check.ts';

const NEEDS_WITH_DISCOVERY: readonly Need[] = ['reader', 'readers', 'expectedScopes', 'insider', 'outsider', 'archive'];

/** Whether any of these checks needs to know what each key can read. */
export const needsDiscovery = (checks: readonly Pick<Check, 'needs'>[]): boolean =>
  checks.some(({ needs }) => needs.some((need) => NEEDS_WITH_DISCOVERY.includes(need)));

/** The findings before the first check. */
export interface DiscoveredService {
  readonly visibility: ReadonlyMap<string, Visibility>;
  /** Where the target stores the values that the document names. */
  readonly bindings: Bindings;
  /** Why the run cannot continue. */
  readonly stopReason?: string;
}

interface DiscoveryOptions {
  readonly checks: readonly Pick<Check, 'needs'>[];
  readonly keys: ReadonlyMap<string, string>;
  readonly bindings?: Bindings | 'infer' | undefined;
  readonly expectations: KeyExpectations;
  readonly archive: Exchange[];
  readonly onDiscovered: (name: string, visibility: Visibility) => void;
}

/** Determines whether the target responds as an API, its bindings, and what each key can read. */
export async function discoverService(client: Client, search: DiscoveryOptions): Promise<DiscoveredService> {
  const { checks, keys, expectations, archive, onDiscovered } = search;
  let bindings = typeof search.bindings === 'object' ? search.bindings : builtinBindings;
  let visibility = new Map<string, Visibility>();
  let firstFailure: NoResponse | undefined;
  const session = client.session({ reuse: true, mayFail: true });
  try {
    const first = () => session.withoutKey().get('getBrandingStatus');
    await first().catch((thrown: unknown) => {
      if (!(thrown instanceof NoResponse && provesLife(thrown))) throw thrown;
      firstFailure = thrown;
    });
    if (needsDiscovery(checks)) {
      if (search.bindings === 'infer') bindings = await inferFromSession(session, keys.keys());
      for (const name of keys.keys()) {
        const seen = await discoverVisibility(session.withKey(name), bindings);
        visibility.set(name, { ...seen, customer: expectations.get(name)?.customer });
      }
      visibility = agreeOnTerminals(visibility);
      const withKey = (name: string) => session.withKey(name);
      visibility = await leaveOutRefused(visibility, withKey);
      visibility = await placeTransactions(visibility, withKey, bindings);
      for (const [name, seen] of visibility) onDiscovered(name, seen);
      visibility = keepUniqueAliases(visibility, bindings);
    }
    if ([...visibility.values()].some(({ reads }) => reads.size > 0)) return { visibility, bindings };
    const [name] = visibility.keys();
    const control = await (name === undefined ? first() : session.withKey(name).get('getPortal'));
    const stopReason = explainUnreadable(control, name);
    return { visibility, bindings, ...(stopReason === undefined ? {} : { stopReason: client.redact(stopReason) }) };
  } catch (thrown) {
    if (thrown instanceof NoResponse) return { visibility, bindings, stopReason: (firstFailure ?? thrown).message };
    throw thrown;
  } finally {
    appendAll(archive, session.exchanges);
  }
}

/** Returns why a target that refused the key `name` everywhere cannot be judged; `undefined` if no key was tried. */
export function explainUnreadable(control: Exchange, name: string | undefined): string | undefined {
  const returned = `GET ${new URL(control.request.url).pathname} returned`;
  const elsewhere = readRedirectTarget(control);
  if (elsewhere !== undefined)
    return `${returned} ${control.status} with a redirect to ${elsewhere}; ${NO_REDIRECTS}. Is this the URL of the API?`;
  if (isWebPage(control)) return `${returned} an HTML page (${control.status}). Is this the URL of the API?`;
  if (name === undefined) return undefined;
  const isUnread = isSuccess(control) && control.json === undefined && control.bytes.length > 0;
  const what = isUnread ? ', but not JSON' : isSuccess(control) ? ', but without data' : '';
  return `no key can read anything: ${returned} ${control.status}${what} to the key "${name}"`;
}

const NO_REDIRECTS = 'the kit follows no redirects, so that keys stay with the target';

/** Returns the target of a redirect, without its query, which may contain secrets. */
function readRedirectTarget(exchange: Exchange): string | undefined {
  const location = exchange.header('location');
  if (exchange.status < 300 || exchange.status > 399 || location === undefined) return undefined;
  const url = URL.parse(location, exchange.request.url);
  return url === null ? 'nowhere' : url.origin + url.pathname;
}
