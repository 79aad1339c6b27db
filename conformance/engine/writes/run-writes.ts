import type { Caller, Exchange } from '../../http/client.ts';
import type { KeyExpectations } from '../../relations/key-expectations.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import type { AcceptedWrite, Write, WriteSubject } from './accepted-write.ts';
import type { BodyForm } from './body-forms.ts';
import type { WrittenList } from './written-list.ts';

/** The writes of a run, which its checks share. */
export interface RunWrites {
  readonly accepted: AcceptedWrite[];
  /** The trial of each write path, once a check has begun it. */
  readonly trials: Map<Write, Promise<WriteTrial>>;
  /** The answers to the writes of keys whose portal allows them, by the write and the name of the key. */
  readonly allowed: Map<string, Promise<Exchange>>;
}

/** Creates the writes of a run, which are the same for each of its checks. */
export const openWrites = (): RunWrites => ({ accepted: [], trials: new Map(), allowed: new Map() });

/** The part of a check that writes use. */
export interface WriteContext {
  /** Sends requests without a key. */
  readonly anonymous: Caller;
  /** Sends requests with an unknown key of the right format. */
  readonly stranger: Caller;
  /** All keys that can read something. */
  readonly readers: readonly [Principal, ...Principal[]];
  /** The scopes that the user expects, and all keys, including those that can read nothing. */
  readonly expectedScopes: { readonly expectations: KeyExpectations; readonly keys: readonly Principal[] };
  /** Permission to send requests that change data. */
  readonly writes: RunWrites;
  /** Where the target stores the values that the document names. */
  readonly bindings: Bindings;
}

/** One write: who sent it, about what, and the answer. */
export interface WriteAttempt {
  readonly caller: Caller;
  /** `comparison` is a key that may write, with a body that is also sent by callers that may not; `other` is a key that may or may not write. */
  readonly role: 'writer' | 'comparison' | 'keyless' | 'reader' | 'outsider' | 'other';
  readonly subject: WriteSubject;
  /** Whether no response shows the transaction of the body. */
  readonly isMadeUp: boolean;
  /** The body as JSON; `undefined` for a form. */
  readonly body: unknown;
  /** The sent body as text. */
  readonly sent: string;
  readonly probe: Exchange;
  /** The answer to the same body, or to one about the same transaction, from the writer. */
  control?: Exchange;
  /** The list that shows the dispute, although it was refused. */
  kept?: Exchange;
}

/** Everything that was written in one run on one path, and the lists before and after. */
export interface WriteTrial {
  /** The key whose writes are accepted; `undefined` if none was. Its session ends with the check that began the trial. */
  readonly writer: Principal | undefined;
  readonly form: BodyForm | undefined;
  readonly attempts: readonly WriteAttempt[];
  readonly before: WrittenList | undefined;
  /** The list before and after the attempts that must be refused, if they came first. */
  readonly start?: WrittenList | undefined;
  readonly unwritten?: WrittenList | undefined;
  /** The list of the writer after the attempts. */
  readonly after: WrittenList | undefined;
  /** The place of the transaction in the rows. */
  readonly place: string | undefined;
  /** Returns the values that are or may be ids of transactions for a key. */
  readonly listIds: (reader: Principal) => ReadonlySet<string>;
  /** The lists of other keys after the attempts. */
  readonly others: ReadonlyMap<Principal, WrittenList>;
}
