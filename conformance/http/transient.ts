import { type Exchange, isSuccess } from './exchange.ts';
import { createKnownPages, describePage } from './foreign-pages.ts';
import { isWebPage } from './response-kind.ts';
import { parseRetryAfter } from './retry-after.ts';
import { NoResponse, type NoResponseCode } from './transport/transport-contract.ts';

/** A request, and what it depends on. */
export interface SteadyRequest<Request> {
  readonly request: Request;
  /** The name of the caller. */
  readonly caller: string;
  /** The request in words: `GET /v1/portal as admin`. */
  readonly description: string;
  /** Whether it changes nothing, so that it can be sent again. */
  readonly isSafe: boolean;
  /** Returns an error response if nothing has succeeded yet. Otherwise there is then no response to judge. */
  readonly mayFail: boolean;
  readonly isClosed: () => boolean;
  /** Called after each time that the request was sent, but not when the target cannot be reached. */
  readonly onSent: () => void;
}

interface SteadySenderOptions<Request> {
  /** Sends a request once. */
  readonly attempt: (request: Request) => Promise<Exchange>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The longest `Retry-After` to obey. */
  readonly longestRetryAfterMs: number;
  /** Redacts the text of a page, because it may repeat a key. */
  readonly redact: (text: string) => string;
}

/** Sends requests so that errors that pass, and responses of other systems than the service, do not count as responses of the service. */
export interface SteadySender<Request> {
  /**
   * Sends a request. A read with a transient error is sent again. If it still fails, a read that succeeded before is sent, and then the
   * request once more: only an error that stays while other reads succeed is returned.
   * @throws NoResponse if there is no response, or if only another system than the service may have sent it.
   */
  send(call: SteadyRequest<Request>): Promise<Exchange>;
  /** Returns why a failure of this caller does not count: a read that succeeded before fails now. */
  findOutage(caller: string): Promise<string | undefined>;
  /** Whether a response is a web page in place of what the service itself sends. */
  isForeignPage(exchange: Exchange): boolean;
  /** The requests that an earlier outcome led to, by cause: repeats, and reads that succeeded before. */
  listRepeats(): readonly RepeatCount[];
  /** Why no further request is sent; `undefined` if the service responds. */
  readonly stopped: string | undefined;
}

/** How many requests were sent again because of one kind of transient error or page. */
export interface RepeatCount {
  /** The earlier outcome that led to them: `status 503`. */
  readonly cause: string;
  readonly requests: number;
}

const ATTEMPTS = 3;
const ATTEMPTS_WHEN_THROTTLED = 4;
/** The number of times that an error stayed, after which it is repeated without a wait. */
const LASTING = 3;
const FIRST_WAIT_MS = 300;
/** The waits before each try of a read that succeeded before: a restart of a service takes some seconds. */
const CONTROL_WAITS_MS = [0, 2000, 5000, 10_000] as const;
/** The number of requests without a usable response in a row, each with a failing control, after which the run stops. */
const OUTAGES_UNTIL_STOPPED = 4;

/** The failures after which a read is sent again. A timeout is not among them: each takes long, and the run counts them. */
const REPEATED: readonly NoResponseCode[] = ['broken', 'cut', 'undecodable'];
/** Statuses by which a proxy reports that it has no response. The service may have carried out the request. */
const WITHOUT_RESULT: readonly number[] = [408, 502, 503, 504];

type Outcome = Exchange | NoResponse;

/** Whether a status may be different the next time: 408, 429 and server errors, except for those about the method and the version of HTTP. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status <= 599 && status !== 501 && status !== 505);

const isTransient = (outcome: Outcome): boolean => outcome instanceof NoResponse || isTransientStatus(outcome.status);
const isThrottled = (outcome: Outcome): boolean => !(outcome instanceof NoResponse) && outcome.status === 429;
/** Whether the target states that it did not handle a request and when it will: a write may be sent again then. */
const isDeferred = (outcome: Outcome): boolean =>
  isThrottled(outcome) ||
  (!(outcome instanceof NoResponse) && outcome.status === 503 && parseRetryAfter(outcome) !== undefined);
const isUsable = (outcome: Outcome): boolean =>
  !(outcome instanceof NoResponse) && isSuccess(outcome) && !isWebPage(outcome);

export function createSteadySender<Request>(options: SteadySenderOptions<Request>): SteadySender<Request> {
  const { attempt, wait, longestRetryAfterMs, redact } = options;
  const pages = createKnownPages();
  /** The latest successful read of each caller. */
  const controls = new Map<string, SteadyRequest<Request>>();
  const repeats = new Map<string, number>();
  let outages = 0;
  let latestOutage: string | undefined;

  const describe = (exchange: Exchange): string | undefined => {
    const page = describePage(exchange);
    return page === undefined ? undefined : redact(page);
  };

  /** Sends a request. `cause` is the earlier outcome that led to it, if any. */
  const sendOnce = async ({ request, isClosed, onSent }: SteadyRequest<Request>, cause?: Outcome): Promise<Outcome> => {
    if (isClosed()) throw new NoResponse('closed', 'the check timed out');
    const outcome = await attempt(request).catch((thrown: unknown) => {
      if (thrown instanceof NoResponse) return thrown;
      throw thrown;
    });
    const failure = outcome instanceof NoResponse ? outcome.code : undefined;
    if (failure !== 'unreachable') {
      onSent();
      const name = cause && nameCause(cause);
      if (name !== undefined) repeats.set(name, (repeats.get(name) ?? 0) + 1);
    }
    if (failure !== undefined && !REPEATED.includes(failure)) throw outcome;
    return outcome;
  };

  const sendAgain = async (call: SteadyRequest<Request>): Promise<Outcome> => {
    let outcome: Outcome | undefined;
    for (let tried = 1; ; tried += 1) {
      const before = outcome;
      outcome = await sendOnce(call, before);
      if (!isTransient(outcome) && before !== undefined && !(before instanceof NoResponse))
        lasting.delete(nameError(before));
      if (!isTransient(outcome) || !(call.isSafe || isDeferred(outcome))) return outcome;
      const most = isThrottled(outcome) ? ATTEMPTS_WHEN_THROTTLED : outages > 0 || isLasting(outcome) ? 1 : ATTEMPTS;
      const standardMs = isThrottled(outcome) ? 1000 * tried : FIRST_WAIT_MS * 2 ** (tried - 1);
      const waitMs = (outcome instanceof NoResponse ? undefined : parseRetryAfter(outcome)) ?? standardMs;
      if (tried < most && waitMs <= longestRetryAfterMs) await wait(waitMs);
      else if (!isThrottled(outcome)) return outcome;
      else throw new NoResponse('throttled', `${call.description}: still 429 after ${tried} attempts`);
    }
  };

  /** Sends a request, and sends it again while the target refuses it for the number of requests. */
  const sendWhenAllowed = async (call: SteadyRequest<Request>, cause?: Outcome): Promise<Outcome> => {
    let outcome = await sendOnce(call, cause);
    for (let tried = 1; tried < ATTEMPTS_WHEN_THROTTLED && isThrottled(outcome); tried += 1) {
      const waitMs = (outcome instanceof NoResponse ? undefined : parseRetryAfter(outcome)) ?? 1000 * tried;
      if (waitMs > longestRetryAfterMs) break;
      await wait(waitMs);
      outcome = await sendOnce(call, outcome);
    }
    return outcome;
  };

  /** How often each error stayed while another read succeeded, by its status and operation. Some services refuse unknown ids with 500. */
  const lasting = new Map<string, number>();
  const nameError = ({ status, operation }: Exchange): string => `${status} ${operation}`;
  const isLasting = (outcome: Outcome): boolean =>
    !(outcome instanceof NoResponse) && (lasting.get(nameError(outcome)) ?? 0) >= LASTING;

  const findControl = (caller: string) => controls.get(caller) ?? [...controls.values()][0];

  /** Sends a read that succeeded before, once after each of these waits until it succeeds. */
  const succeeds = async (
    control: SteadyRequest<Request>,
    waitsMs: readonly number[],
    cause?: Outcome,
  ): Promise<boolean> => {
    for (const waitMs of waitsMs) {
      if (waitMs > 0) await wait(waitMs);
      if (isUsable(await sendWhenAllowed(control, cause))) {
        outages = 0;
        return true;
      }
    }
    return false;
  };

  const accept = (call: SteadyRequest<Request>, exchange: Exchange, page: string | undefined): Exchange => {
    pages.add(exchange, page);
    if (call.isSafe && exchange.request.method === 'GET' && isUsable(exchange)) {
      controls.delete(call.caller); // so that the latest control is the last one
      controls.set(call.caller, call);
      outages = 0;
    }
    return exchange;
  };

  return {
    async send(call) {
      if (latestOutage !== undefined && outages >= OUTAGES_UNTIL_STOPPED)
        throw new NoResponse('unavailable', latestOutage);
      const outcome = await sendAgain(call);
      const page = outcome instanceof NoResponse ? undefined : describe(outcome);
      const isSuspect = page !== undefined && pages.isSuspect(page);
      if (!(outcome instanceof NoResponse) && !isTransient(outcome) && !isSuspect) return accept(call, outcome, page);
      const received = describeOutcome(outcome, page);
      if (!call.isSafe && (outcome instanceof NoResponse || WITHOUT_RESULT.includes(outcome.status))) {
        const code = outcome instanceof NoResponse ? outcome.code : 'unavailable';
        throw new NoResponse(code, `${call.description} ${received}; ${UNKNOWN_EFFECT}`);
      }
      const control = findControl(call.caller);
      if (control === undefined) {
        if (isTransient(outcome)) outages += 1; // the next requests are sent once each until one succeeds
        if (outcome instanceof NoResponse) throw outcome;
        if (call.mayFail || !isTransient(outcome)) return outcome;
        throw new NoResponse('unavailable', `${call.description} ${received}, ${ATTEMPTS} times; ${NOTHING_SUCCEEDED}`);
      }
      const { isClosed, onSent } = call;
      if (!(await succeeds({ ...control, isClosed, onSent }, outages > 0 ? [0] : CONTROL_WAITS_MS, outcome))) {
        outages += 1;
        const sender = isSuspect ? ANSWERED_BY_OTHERS : UNAVAILABLE;
        latestOutage = `${call.description} ${received}, and ${control.description}, which succeeded before, fails too: ${sender}`;
        throw new NoResponse(isSuspect ? 'intermediary' : 'unavailable', latestOutage);
      }
      const last = call.isSafe ? await sendWhenAllowed(call, outcome) : outcome;
      if (last instanceof NoResponse)
        throw new NoResponse(last.code, `${last.message}; it is the same each time, while other reads succeed`);
      if (isThrottled(last)) throw new NoResponse('throttled', `${call.description}: still 429`);
      if (isTransient(last)) lasting.set(nameError(last), (lasting.get(nameError(last)) ?? 0) + 1);
      const lastPage = describe(last);
      if (lastPage !== undefined) pages.addOwn(lastPage);
      return accept(call, last, lastPage);
    },
    async findOutage(caller) {
      const control = findControl(caller);
      if (control === undefined || (await succeeds({ ...control, isClosed: () => false }, [0, FIRST_WAIT_MS])))
        return undefined;
      return `${control.description}, which succeeded before, fails now: ${UNAVAILABLE}`;
    },
    isForeignPage: pages.isForeign,
    listRepeats: () => [...repeats].map(([cause, requests]) => ({ cause, requests })),
    get stopped() {
      return outages >= OUTAGES_UNTIL_STOPPED ? latestOutage : undefined;
    },
  };
}

const UNKNOWN_EFFECT = 'it is not known whether the write took effect, so it is not sent again';
const NOTHING_SUCCEEDED = 'no other request has succeeded so far';
const ANSWERED_BY_OTHERS = 'a firewall, a proxy or a login portal may answer instead of the service';
const UNAVAILABLE = 'the service, or a proxy in front of it, is not available';

/** Names the kind of an outcome after which a request is sent again. */
function nameCause(outcome: Outcome): string {
  if (outcome instanceof NoResponse) return CAUSES[outcome.code] ?? outcome.code;
  return isTransient(outcome) ? `status ${outcome.status}` : 'a page that another system may have sent';
}

const CAUSES: Partial<Record<NoResponseCode, string>> = {
  broken: 'no response',
  cut: 'an incomplete response',
  undecodable: 'a body that cannot be decompressed',
};

/** Describes what a request received. The message of a `NoResponse` begins with the request. */
function describeOutcome(outcome: Outcome, page: string | undefined): string {
  if (outcome instanceof NoResponse) return `received no response that can be read (${outcome.detail})`;
  return `received ${page ?? `status ${outcome.status}`}`;
}
