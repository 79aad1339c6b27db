/*
 * A client of the service for programs in TypeScript and JavaScript. Runs in Node.js, Deno, Bun and browsers.
 *
 *   import { createFleetClient } from 'fleetkit/client';
 */

export type { components, operations } from '../spec/generated/openapi.ts';
export { Amount } from './amount.ts';
export { createFleetClient, type FleetClient } from './client.ts';
export type { ClientClock } from './core/clock.ts';
export {
  AttemptTimeoutError,
  ContentError,
  CursorExpiredError,
  type ErrorCode,
  FleetError,
  NetworkError,
  RedirectError,
  ServiceError,
} from './core/errors.ts';
export type { CallOptions, FleetClientOptions, SendRequest, WriteOptions } from './core/options.ts';
export type { FleetList, ListPage } from './reading/list.ts';
export type { FleetRead, PollOptions, Tagged } from './reading/read.ts';
export { parseRss, type RssFeed, type RssItem } from './reading/rss.ts';
export {
  createWebhookVerifier,
  type FleetEvent,
  type ReceivedDelivery,
  type ReceivedHeaders,
  WebhookError,
  type WebhookFault,
  type WebhookVerifier,
  type WebhookVerifierOptions,
} from './webhooks/verifier.ts';
