import type { BrandingFixture } from '../fixtures/model/model.ts';
import type { OperationId, operations } from '../spec/index.ts';
import type { ProblemReply } from './problem.ts';
import type { Feed } from './serialisers/feed.ts';
import type { Scope, ServiceLocation, Snapshot } from './world/scope/scope-types.ts';
import type { Fact } from './world/state/facts.ts';

/** Operations that need no key, and so have no scope. */
export type PublicOperationId = 'getPublicOpenapi' | 'getBrandingStatus';
export type ScopedOperationId = Exclude<OperationId, PublicOperationId>;

type Responses<Op extends OperationId> = operations[Op]['responses'];
type SuccessStatus<Op extends OperationId> = Extract<keyof Responses<Op>, 200 | 201>;
type ProblemStatus<Op extends OperationId> = Extract<Exclude<keyof Responses<Op>, 200 | 201 | 304>, number>;
type ContentOf<Response> = Response extends { content: infer Content } ? Content : never;
/** What a handler gives for a media type: a JSON body as the contract types it, a feed before it is serialised. */
type BodyOf<Response> =
  ContentOf<Response> extends { 'application/json': infer Body }
    ? Body
    : ContentOf<Response> extends { 'application/rss+xml': string }
      ? Feed
      : never;

/** A checked request: what the contract says, in its types, with defaults filled in. */
export type Input<Op extends OperationId> = InputOf<operations[Op]>;

/** Likewise, for an operation as its contract types it. */
export interface InputOf<
  Operation extends { readonly parameters: { readonly path?: unknown; readonly query?: unknown } },
> {
  readonly path: Given<Operation['parameters']['path']>;
  readonly query: Given<Operation['parameters']['query']>;
  readonly body: Operation extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;
}
type Given<Part> = [Part] extends [undefined] ? Record<never, never> : NonNullable<Part>;

/** A reply that the contract declares for the operation; undeclared statuses do not compile. */
export type Reply<Op extends OperationId> = SuccessReply<Op, SuccessStatus<Op>> | ProblemReply<ProblemStatus<Op>>;

type SuccessReply<Op extends OperationId, Status extends SuccessStatus<Op>> = Status extends unknown
  ? {
      readonly status: Status;
      readonly body: BodyOf<Responses<Op>[Status]>;
      /** What happened by it; appended to the journal before the reply is sent. */
      readonly facts?: readonly Fact[];
    }
  : never;

/** A pure function from a scope and a checked input to a reply. It may be called again when another write came first. */
export type Handler<Op extends ScopedOperationId> = (scope: Scope, input: Input<Op>) => Reply<Op>;

/** What anybody may see: no tenant, but for the branding of the host that was asked for. */
export interface PublicView extends Snapshot, ServiceLocation {
  /** The branding served at a host name; the platform's own for every host that is nobody's. */
  brandingOf(host: string): BrandingFixture;
  /** The `Host` the request named, without a port; empty when it named none. */
  readonly host: string;
}

export type PublicHandler<Op extends PublicOperationId> = (view: PublicView, input: Input<Op>) => Reply<Op>;

/** Every operation has its handler, and nothing else has one. */
export type Handlers = { readonly [Op in ScopedOperationId]: Handler<Op> } & {
  readonly [Op in PublicOperationId]: PublicHandler<Op>;
};
