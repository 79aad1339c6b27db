import {
  type CatalogEndpoint,
  type CatalogFeed,
  type CatalogService,
  type CatalogWebhookEvent,
  type ContractTag,
  contract,
  type EventType,
  type OperationEntry,
  operations,
  type ServiceId,
} from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';

type Rules = Scope['rules'];

/** Everything that can be integrated, by service family, read off the contract. @see clauses catalog.by_service, catalog.members */
export function catalogServices(rules: Rules): CatalogService[] {
  return contract.tags.map((tag) => presentService(tag, rules));
}

/** Paths that need no key, in the contract's order. */
export const publicPaths: readonly string[] = Object.values(operations)
  .filter(({ isPublic }) => isPublic)
  .map(({ path }) => path);

function presentService(tag: ContractTag, rules: Rules): CatalogService {
  return {
    service_id: tag.name,
    title: tag.description,
    portal_surfaces: tag['x-portal-surfaces'].map(({ surface_id, title, path }) => ({ surface_id, title, path })),
    api_endpoints: endpoints
      .filter(({ service }) => service === tag.name)
      .map((operation) => presentEndpoint(operation, rules)),
    webhook_events: eventsOf(tag.name),
    rss_feeds: feedsOf(tag.name),
    notes: [...tag['x-notes']],
  };
}

/** A feed and its mark in the contract. */
export const feeds = Object.entries(contract.paths).flatMap(([path, { get }]) => {
  const mark = get?.['x-feed'];
  return mark === undefined ? [] : [{ path, feedId: mark.feed_id, categories: mark.categories }];
});

/** The feeds are listed as feeds, so that every path is in the catalog in one place. */
const endpoints = Object.values(operations).filter(({ path }) => !feeds.some((feed) => feed.path === path));

function presentEndpoint({ method, path, access, privilege, isPublic }: OperationEntry, rules: Rules): CatalogEndpoint {
  return {
    method,
    path,
    auth: isPublic ? 'public' : 'api_key',
    access,
    required_privilege: privilege,
    is_available: privilege === 'none' || rules.privileges.has(privilege),
  };
}

function eventsOf(service: ServiceId): CatalogWebhookEvent[] {
  return Object.entries(contract.webhooks)
    .filter(([, { post }]) => post['x-families'].includes(service))
    .map(([type, { post }]) => ({ type: type as EventType, levels: [...post['x-levels']] })); // webhooks are named by type
}

function feedsOf(service: ServiceId): CatalogFeed[] {
  return feeds.flatMap(({ path, feedId, categories }) => {
    const own = categories[service];
    return own === undefined ? [] : [{ feed_id: feedId, path, categories: [...own] }];
  });
}
