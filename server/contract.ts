import type { SerialisedOnce } from '../base/serialised-row.ts';
import type { OperationId, operations, Page } from '../spec/index.ts';
import type { ProblemReply } from './problems/problem.ts';
import type { Feed } from './serialisers/feed.ts';
import type { PublicView, Scope } from './world/scope/scope-types.ts';
import type { Fact } from './world/state/facts.ts';

/** Operations that need no key and therefore have no scope. */
export type PublicOperationId = 'getPublicOpenapi' | 'getBrandingStatus';
export type ScopedOperationId = Exclude<OperationId, PublicOperationId>;

type Responses<Op extends OperationId> = operations[Op]['responses'];
type SuccessStatus<Op extends OperationId> = Extract<keyof Responses<Op>, 200 | 201>;
type ProblemStatus<Op extends OperationId> = Extract<Exclude<keyof Responses<Op>, 200 | 201 | 304>, number>;
type ContentOf<Response> = Response extends { content: infer Content } ? Content : never;
/** The body that a handler returns: JSON as the contract types it, or a feed before serialisation. */
type BodyOf<Response> =
  ContentOf<Response> extends { 'application/json': infer Body }
    ? Body
    : ContentOf<Response> extends { 'application/rss+xml': string }
      ? Feed
      : never;

/** A validated request of an operation of the service, with defaults. */
export type Input<Op extends OperationId> = InputOf<operations[Op]>;

/** A validated request of any operation, in the types of its contract. */
export interface InputOf<
  Operation extends { readonly parameters: { readonly path?: unknown; readonly query?: unknown } },
> {
  readonly path: Given<Operation['parameters']['path']>;
  readonly query: Given<Operation['parameters']['query']>;
  readonly body: Operation extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;
}
type Given<Part> = [Part] extends [undefined] ? Record<never, never> : NonNullable<Part>;

/** A reply that the contract declares for the operation. Undeclared statuses do not compile. */
export type Reply<Op extends OperationId> = SuccessReply<Op, SuccessStatus<Op>> | ProblemReply<ProblemStatus<Op>>;

type SuccessReply<Op extends OperationId, Status extends SuccessStatus<Op>> = Status extends unknown
  ? {
      readonly status: Status;
      readonly body: BodyOf<Responses<Op>[Status]>;
      /** The facts of the write, appended to the journal before the reply is sent. */
      readonly facts?: readonly Fact[];
      /** The same rows as in the `data` of the body, if they keep their JSON texts. */
      readonly rows?: RowSource;
    }
  : never;

/** The rows of a list, which keep their JSON texts, before they are presented. */
export interface RowSource {
  readonly rows: readonly SerialisedOnce[];
  /** Returns the row at an index as the reply contains it. */
  presentAt(index: number): object;
  readonly page: Page;
  /** Keeps the text of the members after `page`, which are the same on all pages of the list at one instant. */
  readonly end: SerialisedOnce;
  presentEnd(): object;
}

/**
 * A pure function from a scope and a validated input to a reply. It is called again after a conflict with another
 * write.
 */
export type Handler<Op extends ScopedOperationId> = (scope: Scope, input: Input<Op>) => Reply<Op>;

export type PublicHandler<Op extends PublicOperationId> = (view: PublicView, input: Input<Op>) => Reply<Op>;

/** Exactly one handler for each operation. */
export type Handlers = { readonly [Op in ScopedOperationId]: Handler<Op> } & {
  readonly [Op in PublicOperationId]: PublicHandler<Op>;
};
