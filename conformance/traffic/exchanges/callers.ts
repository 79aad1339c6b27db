import { hash, randomBytes } from 'node:crypto';
import { type OperationId, operations } from '../../../spec/index.ts';
import { formatKeyVariable } from '../../http/client.ts';
import { findHeader } from '../../http/exchange.ts';
import { REMOVED_KEY } from '../../http/recording/har-recording.ts';
import { ANONYMOUS } from '../../http/recording/recording.ts';
import { createRedactor, type Redactor } from '../../http/redaction.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/**
 * Who sent a request. `key`: with an API key; `none`: certainly without credentials; `unknown`: with other credentials, or with
 * credentials that the recording may lack, so that two requests of it may be of two users.
 */
export interface Caller {
  readonly kind: 'key' | 'none' | 'unknown';
  /** The name in reports. */
  readonly name: string;
  /** The variable that replaces the key in a command. */
  readonly variable?: string;
}

export interface Callers {
  identify(traffic: TrafficExchange, operation: OperationId): Caller;
  /** Replaces all keys that were seen so far in a text. */
  readonly redact: Redactor;
  /** Whether a text contains a key that was seen. */
  containsKey(text: string): boolean;
  /** The names of the keys, in the order in which they appeared. */
  readonly names: readonly string[];
  /** Whether further keys appeared than the judge distinguishes. */
  readonly isFull: boolean;
}

interface CallerOptions {
  /** The names of known keys. Other keys get the names `key-1`, `key-2`, … */
  readonly keys?: ReadonlyMap<string, string>;
  /** Whether each request shows its credentials, as in a proxy: then a request without them has none. */
  readonly areCredentialsComplete: boolean;
}

const KEY_HEADER = 'x-api-key';
const OTHER_CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization'];
/** Names that the kit gives to requests whose key is made up, or not where the document has it. */
const OTHER_FORM = /^unknown key$| with its key sent /;
/** Further keys count as one unknown caller, so that memory is bounded. */
const MOST_CALLERS = 500;

const UNKNOWN: Caller = { kind: 'unknown', name: 'unknown' };
const WITHOUT: Caller = { kind: 'none', name: ANONYMOUS };

/** Creates the table of callers. Keys are kept in memory as salted digests, and as values only to redact them. */
export function createCallers({ keys = new Map(), areCredentialsComplete }: CallerOptions): Callers {
  const salt = randomBytes(16).toString('hex');
  const digest = (key: string): string => hash('sha256', salt + key, 'base64');
  const byDigest = new Map<string, Caller>();
  const values = new Map<string, string>();
  const add = (name: string, key: string | undefined): Caller => {
    const caller: Caller = { kind: 'key', name, variable: formatKeyVariable(name) };
    byDigest.set(key === undefined ? `stated ${name}` : digest(key), caller);
    if (key !== undefined) values.set(name, key);
    redact = createRedactor(values);
    return caller;
  };
  let redact: Redactor = (text) => text;
  let number = 0;
  let isFull = false;
  for (const [name, key] of keys) add(name, key);
  const identifyKey = (key: string): Caller => {
    const known = byDigest.get(digest(key));
    if (known !== undefined) return known;
    if (byDigest.size >= MOST_CALLERS) {
      isFull = true;
      return UNKNOWN;
    }
    do number += 1;
    while (values.has(`key-${number}`));
    return add(`key-${number}`, key);
  };
  return {
    identify({ caller, requestHeaders, status }, operation) {
      if (caller === ANONYMOUS) return WITHOUT;
      if (caller !== undefined && OTHER_FORM.test(caller)) return UNKNOWN;
      if (caller !== undefined) return byDigest.get(`stated ${caller}`) ?? add(caller, undefined);
      const key = findHeader(requestHeaders, KEY_HEADER);
      if (key !== undefined) return REMOVED_KEY.test(key) ? UNKNOWN : identifyKey(key);
      if (OTHER_CREDENTIALS.some((name) => findHeader(requestHeaders, name) !== undefined)) return UNKNOWN;
      // a refusal, or a public path: credentials that the recording lacks would change nothing
      const needsNone = status === 401 || operations[operation].isPublic;
      return areCredentialsComplete || needsNone ? WITHOUT : UNKNOWN;
    },
    redact: (text) => redact(text),
    containsKey: (text) => redact(text) !== text,
    get names() {
      return [...byDigest.values()].map(({ name }) => name);
    },
    get isFull() {
      return isFull;
    },
  };
}
