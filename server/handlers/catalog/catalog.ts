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

/**
 * Lists the integrations by service family, as the contract defines them. @see clauses catalog.by_service,
 * catalog.members
 */
export function presentServices(rules: Rules): CatalogService[] {
  return contract.tags.map((tag) => presentService(tag, rules));
}

/** The paths that need no key, in the order of the contract. */
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
    webhook_events: presentEvents(tag.name),
    rss_feeds: presentFeeds(tag.name),
    notes: [...tag['x-notes']],
  };
}

/** The feeds of the contract, from the extension `x-feed`. */
export const feeds = Object.entries(contract.paths).flatMap(([path, { get }]) => {
  const mark = get?.['x-feed'];
  return mark === undefined ? [] : [{ path, feedId: mark.feed_id, categories: mark.categories }];
});

/** The operations without the feeds, which the catalog lists separately. */
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

function presentEvents(service: ServiceId): CatalogWebhookEvent[] {
  return Object.entries(contract.webhooks)
    .filter(([, { post }]) => post['x-families'].includes(service))
    .map(([type, { post }]) => ({ type: type as EventType, levels: [...post['x-levels']] })); // webhooks are named by type
}

function presentFeeds(service: ServiceId): CatalogFeed[] {
  return feeds.flatMap(({ path, feedId, categories }) => {
    const own = categories[service];
    return own === undefined ? [] : [{ feed_id: feedId, path, categories: [...own] }];
  });
}
