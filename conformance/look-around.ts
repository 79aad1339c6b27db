import type { Bindings } from './bindings.ts';
import { builtin } from './builtin.ts';
import type { Check, Need } from './check.ts';
import { type Client, type Exchange, isSuccess, NoAnswer } from './client.ts';
import { infer } from './inference/infer.ts';
import { type Sights, survey } from './principals.ts';
import { isWebPage } from './substance.ts';

const NEEDS_A_SURVEY: readonly Need[] = ['reader', 'readers', 'insider', 'outsider', 'archive'];

/** Whether any of these checks has to know what the keys open. */
export const takesSurvey = (checks: readonly Pick<Check, 'needs'>[]): boolean =>
  checks.some(({ needs }) => needs.some((need) => NEEDS_A_SURVEY.includes(need)));

/** What a run finds out before its first check. */
export interface Surroundings {
  readonly sights: ReadonlyMap<string, Sights>;
  /** Where the target keeps what the document names. */
  readonly bindings: Bindings;
  /** Why the run cannot go on. */
  readonly obstacle?: string;
}

interface Search {
  readonly checks: readonly Pick<Check, 'needs'>[];
  readonly keys: ReadonlyMap<string, string>;
  readonly bindings?: Bindings | 'infer' | undefined;
  readonly archive: Exchange[];
  readonly onSurveyed: (name: string, sights: Sights) => void;
}

/** Finds out whether the target answers as an API does, where it keeps things, and what each key opens. */
export async function lookAround(client: Client, search: Search): Promise<Surroundings> {
  const { checks, keys, archive, onSurveyed } = search;
  let bindings = typeof search.bindings === 'object' ? search.bindings : builtin;
  const sights = new Map<string, Sights>();
  const session = client.session();
  try {
    const first = await session.withoutKey().get('getBrandingStatus');
    if (takesSurvey(checks)) {
      if (search.bindings === 'infer') bindings = await infer(session, keys.keys());
      for (const name of keys.keys()) {
        const seen = await survey(session.withKey(name), bindings);
        sights.set(name, seen);
        onSurveyed(name, seen);
      }
    }
    if ([...sights.values()].some(({ reads }) => reads.size > 0)) return { sights, bindings };
    const [name] = sights.keys();
    const control = name === undefined ? first : await session.withKey(name).get('getPortal');
    const obstacle = obstacleOf(control, name);
    return { sights, bindings, ...(obstacle === undefined ? {} : { obstacle: client.redact(obstacle) }) };
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return { sights, bindings, obstacle: thrown.message };
    throw thrown;
  } finally {
    archive.push(...session.trail);
  }
}

/** Why a target that opened nothing to the key `name` cannot be judged; `undefined` when no key was tried and it may be. */
export function obstacleOf(control: Exchange, name: string | undefined): string | undefined {
  const asked = `GET ${new URL(control.request.url).pathname} answered`;
  const elsewhere = destinationOf(control);
  if (elsewhere !== undefined)
    return `${asked} ${control.status} and points to ${elsewhere}; ${NO_REDIRECTS}. Is this the address of the API?`;
  if (isWebPage(control)) return `${asked} a web page (${control.status}). Is this the address of the API?`;
  if (name === undefined) return undefined;
  const isUnread = isSuccess(control) && control.json === undefined && control.bytes.length > 0;
  const what = isUnread ? ', but not with JSON' : isSuccess(control) ? ', but with nothing in it' : '';
  return `no key opens anything: ${asked} ${control.status}${what} to the key "${name}"`;
}

const NO_REDIRECTS = 'no redirect is followed, so that no key leaves the target';

/** Where a redirect points to, without its query, which may hold anything. */
function destinationOf(exchange: Exchange): string | undefined {
  const location = exchange.header('location');
  if (exchange.status < 300 || exchange.status > 399 || location === undefined) return undefined;
  const url = URL.parse(location, exchange.request.url);
  return url === null ? 'nowhere' : url.origin + url.pathname;
}
