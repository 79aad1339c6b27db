import type { ClientExchange, Evidence, Mark } from './evidence.ts';
import type { TrafficRule } from './lesson.ts';

/* Rules about the traffic of a client. Each returns the fault that it found. */

/** A timer may be early by this much, and dates have no fractions of a second. */
const EARLY_MS = 250;
const EARLY_DATE_MS = 1250;
/** Requests that were sent before the client had read a response. */
const IN_FLIGHT_MS = 150;
/** More requests than any client with a limit on its retries sends to a service that is down. */
const MOST_ATTEMPTS = 20;
const MOST_IN_A_SECOND = 6;
/** Retries with shorter pauses do not wait at all. */
const NO_PAUSE_MS = 60;
const MOST_WITHOUT_PAUSE = 3;

/** Requests are equal if only their time differs. */
const identify = ({ method, target, body }: ClientExchange): string => `${method} ${target}\n${body}`;

const describe = ({ method, target }: ClientExchange): string => `${method} ${target}`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const withMark = ({ exchanges }: Evidence, mark: Mark): readonly ClientExchange[] =>
  exchanges.filter(({ marks }) => marks.includes(mark));

/** Returns the requests of the same run that arrived after the response had been sent. */
const listLater = ({ exchanges }: Evidence, { run, number, endMs, atMs }: ClientExchange): readonly ClientExchange[] =>
  exchanges.filter((one) => one.run === run && one.number > number && one.atMs >= (endMs ?? atMs));

/**
 * No request during a wait that `Retry-After` demands. Requests in flight are excused, and other requests of a program that is observed:
 * they may belong to another test.
 */
export const waitsAsDemanded: TrafficRule = (evidence) => {
  for (const limited of withMark(evidence, 'wait')) {
    const untilMs = limited.waitUntilMs ?? 0;
    const isDate = Number.isNaN(Number(limited.responseHeaders['retry-after']));
    const early = listLater(evidence, limited).find(
      (one) =>
        one.atMs < untilMs - (isDate ? EARLY_DATE_MS : EARLY_MS) &&
        (identify(one) === identify(limited) ||
          (!evidence.isObserved && one.atMs > (limited.endMs ?? limited.atMs) + IN_FLIGHT_MS)),
    );
    if (early !== undefined)
      return `${describe(early)} ${seconds(early.atMs - (limited.endMs ?? limited.atMs))} after ${limited.status} with Retry-After: ${limited.responseHeaders['retry-after']}`;
  }
  return undefined;
};

/** At most `most` further requests that repeat a refused one. */
export const repeatsRefusedAtMost =
  (most: number): TrafficRule =>
  (evidence) => {
    const refused = withMark(evidence, 'refused');
    for (const group of Map.groupBy(refused, identify).values()) {
      const [first] = group;
      if (first !== undefined && group.length > 1 + most)
        return `${describe(first)} was sent ${group.length} times, although ${first.status} refused it`;
    }
    return undefined;
  };

/** After the service refused the key, at most `most` further requests with it. */
export const stopsAfterRefusedKey =
  (most: number): TrafficRule =>
  (evidence) => {
    const [first] = withMark(evidence, 'refused');
    if (first === undefined) return undefined;
    const later = listLater(evidence, first).filter(
      ({ hasKey, atMs }) => hasKey && atMs > (first.endMs ?? first.atMs) + IN_FLIGHT_MS,
    );
    return later.length > most ? `${later.length} further requests with a key that 401 had refused` : undefined;
  };

/** The retries of a service that is down have an end, and are not sent in bursts. */
export const endsRetries: TrafficRule = (evidence) => {
  for (const group of Map.groupBy(withMark(evidence, 'unavailable'), identify).values()) {
    const [first] = group;
    if (first === undefined) continue;
    if (group.length > MOST_ATTEMPTS) return `${describe(first)} was sent ${group.length} times`;
    const burst = group.findIndex(
      ({ atMs }, place) => (group[place + MOST_IN_A_SECOND - 1]?.atMs ?? Number.POSITIVE_INFINITY) - atMs < 1000,
    );
    if (burst >= 0) return `${describe(first)} was sent ${MOST_IN_A_SECOND} times within a second`;
    const pauses = listPauses(group);
    if (pauses.length >= MOST_WITHOUT_PAUSE && pauses.every((pause) => pause < NO_PAUSE_MS))
      return `${describe(first)} was sent ${group.length} times without a pause`;
  }
  return undefined;
};

/** Returns the times between a response and the next request. */
const listPauses = (group: readonly ClientExchange[]): readonly number[] =>
  group.slice(1).map(({ atMs }, place) => atMs - (group[place]?.endMs ?? group[place]?.atMs ?? 0));

/** Each pause between retries is at least 100 ms, and the last is not much shorter than the first. */
export const backsOff: TrafficRule = (evidence) => {
  for (const group of Map.groupBy(withMark(evidence, 'unavailable'), identify).values()) {
    const pauses = listPauses(group);
    const short = pauses.find((pause) => pause < 100);
    if (short !== undefined) return `a retry ${seconds(Math.max(0, short))} after 503`;
    if (pauses.length >= 3 && (pauses.at(-1) ?? 0) < 1.2 * (pauses[0] ?? 0))
      return `retries after ${pauses.map(seconds).join(', ')}`;
  }
  return undefined;
};

/**
 * A write whose outcome the client cannot know is repeated with the same `Idempotency-Key` only. A write after a 4xx is another one.
 */
export const repeatsWritesSafely: TrafficRule = (evidence) => {
  const writes = evidence.exchanges.filter(({ method, status }) => method === 'POST' && !isRefusal(status));
  const [first, second] = writes;
  if (first === undefined || second === undefined) return undefined;
  const key = first.headers['idempotency-key'] ?? '';
  const unsafe = writes.slice(1).find(({ headers }) => key === '' || headers['idempotency-key'] !== key);
  if (unsafe === undefined) return undefined;
  return key === ''
    ? `${describe(unsafe)} was sent again without Idempotency-Key`
    : `${describe(unsafe)} was sent again with another Idempotency-Key`;
};

/** No two different writes have the same `Idempotency-Key`. */
export const choosesIdempotencyKeys: TrafficRule = ({ exchanges }) => {
  const keyed = exchanges.filter(
    ({ method, headers }) => method === 'POST' && headers['idempotency-key'] !== undefined,
  );
  for (const [key = '', group] of Map.groupBy(keyed, ({ headers }) => headers['idempotency-key'])) {
    const [first, ...others] = group;
    const other = others.find((one) => first !== undefined && identify(one) !== identify(first));
    if (other !== undefined) return `${describe(other)} and another write with the Idempotency-Key ${key.slice(0, 40)}`;
  }
  return undefined;
};

const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429 && status !== 409;

/** The key is in its header only. */
export const keepsKeyInHeader: TrafficRule = ({ exchanges }) => {
  const leak = exchanges.find(({ keyPlaces }) => keyPlaces.length > 0);
  return leak === undefined ? undefined : `the key is in the ${leak.keyPlaces.join(' and the ')} of ${describe(leak)}`;
};

/** No key reaches the host to which the service redirects. */
export const keepsKeyFromOtherHosts: TrafficRule = ({ exchanges }) => {
  const leak = exchanges.find(({ host, hasKey, keyPlaces }) => host === 'other' && (hasKey || keyPlaces.length > 0));
  return leak === undefined ? undefined : `${describe(leak)} with the key at another host`;
};

/** No request over a connection whose certificate no authority of the client signed. */
export const refusesCertificate: TrafficRule = ({ exchanges }) => {
  const [first] = exchanges;
  return first === undefined
    ? undefined
    : `${describe(first)}${first.hasKey ? ' with the key' : ''} over a connection with an untrusted certificate`;
};

/** A repeated read has a validator of the response before it. */
export const pollsWithValidators: TrafficRule = (evidence) => {
  const reads = withMark(evidence, 'tagged');
  for (const group of Map.groupBy(reads, ({ target }) => target).values()) {
    const plain = group
      .slice(1)
      .find(({ headers }) => !('if-none-match' in headers) && !('if-modified-since' in headers));
    if (plain !== undefined) return `${describe(plain)} again without If-None-Match`;
  }
  return undefined;
};

/** The output of the program does not contain the key. */
export const keepsKeyFromOutput: TrafficRule = ({ runs }) =>
  runs.some(({ printedKey }) => printedKey) ? 'the output of the program contains the key' : undefined;

/** The program stops the programs that it starts. */
export const leavesNoPrograms: TrafficRule = ({ runs }) =>
  runs.some(({ leftPrograms }) => leftPrograms) ? 'programs that it started ran on after its end' : undefined;

/** The receiver accepts genuine deliveries with 2xx. */
export const acceptsGenuine: TrafficRule = ({ deliveries }) => {
  const refused = deliveries.find(
    ({ isGenuine, status }) => isGenuine && (status === null || status < 200 || status > 299),
  );
  return refused === undefined ? undefined : `${refused.status ?? 'no response'} for ${refused.name}`;
};

/** The receiver refuses other deliveries with 4xx. */
export const refusesForged: TrafficRule = ({ deliveries }) => {
  const accepted = deliveries.find(
    ({ isGenuine, status }) => !isGenuine && (status === null || status < 400 || status > 499),
  );
  return accepted === undefined ? undefined : `${accepted.status ?? 'no response'} for ${accepted.name}`;
};
