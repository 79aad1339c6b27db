import { contract, getEnumValues } from '../../../spec/index.ts';

/** The documented event names of each service family, by its title. Some names occur in two families. */
export const EVENTS_BY_FAMILY: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  contract.tags.map(({ name, description }) => [
    description,
    getEnumValues('EventType').filter((type) => contract.webhooks[type].post['x-families'].includes(name)),
  ]),
);

/** The documented members of each service group of the catalog. */
export const CATALOG_MEMBERS = ['portal_surfaces', 'api_endpoints', 'webhook_events', 'rss_feeds', 'notes'] as const;
