import type { CatalogAnswer, CatalogEndpoint, CatalogGroup } from '../protocol/answers.ts';
import { createObject, type Json } from '../protocol/json.ts';
import type { Style } from './style.ts';

function writePath(path: string, style: string): string {
  switch (style) {
    case 'colon':
      return path.replace(/\{(\w+)\}/g, ':$1');
    case 'angle':
      return path.replace(/\{(\w+)\}/g, '<$1>');
    case 'camel':
      return path.replace(/_id\}/g, 'Id}');
    default:
      return path;
  }
}

function renderEndpoints(endpoints: readonly CatalogEndpoint[], style: Style): Json {
  const { choices, baseUrl } = style;
  const write = (each: CatalogEndpoint) => writePath(each.path, choices.catalogPlaceholders);
  switch (choices.catalogEndpoints) {
    case 'objects':
      return endpoints.map((each) => ({ method: each.method, path: write(each), operation: each.id }));
    case 'paths':
      return [...new Set(endpoints.map(write))];
    case 'absolute-urls':
      return endpoints.map((each) => `${each.method} ${baseUrl}${write(each)}`);
    case 'map-by-path': {
      const paths = [...new Set(endpoints.map(write))];
      return createObject(
        paths.map((path) => [
          path,
          endpoints.filter((each) => write(each) === path).map((each) => each.method.toLowerCase()),
        ]),
      );
    }
    case 'operation-ids':
      return endpoints.map((each) => each.id);
    default:
      return endpoints.map((each) => `${each.method} ${write(each)}`);
  }
}

function renderEvents(events: readonly string[], style: Style): Json {
  switch (style.choices.catalogEvents) {
    case 'objects':
      return events.map((name) => ({ name, levels: ['account', 'terminal'] }));
    case 'map':
      return createObject(events.map((name) => [name, `Sent on ${name.replaceAll('_', ' ')}`]));
    case 'by-level':
      return { account: [...events], terminal: [...events] };
    default:
      return [...events];
  }
}

function renderFeeds(feeds: readonly string[], style: Style): Json {
  const { choices, baseUrl } = style;
  const write = (path: string) => writePath(path, choices.catalogPlaceholders);
  switch (choices.catalogFeeds) {
    case 'objects':
      return feeds.map((path) => ({ path: write(path), type: 'application/rss+xml' }));
    case 'absolute-urls':
      return feeds.map((path) => `${baseUrl}${write(path)}`);
    case 'map':
      return createObject(feeds.map((path) => [path.includes('{') ? 'terminal' : 'account', write(path)]));
    default:
      return feeds.map(write);
  }
}

function renderNotes(notes: readonly string[], style: Style): Json {
  switch (style.choices.catalogNotes) {
    case 'text':
      return notes.join(' ');
    case 'objects':
      return notes.map((text) => ({ text }));
    case 'null':
      return null;
    default:
      return [...notes];
  }
}

function renderSurfaces(surfaces: readonly string[], style: Style): Json {
  switch (style.choices.catalogSurfaces) {
    case 'objects':
      return surfaces.map((title) => ({ title, isMobile: false }));
    case 'links':
      return surfaces.map((title) => `https://portal.fleet.example/${title.toLowerCase().replaceAll(' ', '-')}`);
    default:
      return [...surfaces];
  }
}

function renderGroup(group: CatalogGroup, style: Style): [string, Json][] {
  return listMembers(group, style)
    .filter(([name]) => group.without?.includes(name) !== true)
    .map(([name, json]) => [group.renamed?.[name] ?? name, json]);
}

function listMembers(group: CatalogGroup, style: Style): [string, Json][] {
  const isNull = style.choices.catalogEmpty === 'null';
  const orNull = (list: readonly unknown[], json: Json): Json => (list.length === 0 && isNull ? null : json);
  return [
    ['portal_surfaces', orNull(group.portalSurfaces, renderSurfaces(group.portalSurfaces, style))],
    ['api_endpoints', orNull(group.endpoints, renderEndpoints(group.endpoints, style))],
    ['webhook_events', orNull(group.events, renderEvents(group.events, style))],
    ['rss_feeds', orNull(group.feeds, renderFeeds(group.feeds, style))],
    ...(style.choices.catalogExtraMembers === 'description'
      ? ([
          ['description', `Service ${group.service}`],
          ['docs_url', 'https://docs.fleet.example/'],
        ] as [string, Json][])
      : []),
    ['notes', orNull(group.notes, renderNotes(group.notes, style))],
  ];
}

function nameService(service: string, at: number, style: Style): string {
  if (style.choices.catalogServiceName === 'opaque') return `svc-${at * 3 + 11}`;
  if (style.choices.catalogServiceName === 'title') return service;
  return service.toLowerCase().replace(/[^a-z]+/g, '_');
}

/** Renders the integration catalog. */
export function renderCatalog(answer: CatalogAnswer, style: Style): Json {
  const groups = answer.groups.map((group, at): [string, [string, Json][]] => [
    nameService(group.service, at, style),
    renderGroup(group, style),
  ]);
  const list = () => groups.map(([service, members]) => createObject([['service', service], ...members]));
  const keyed = () => createObject(groups.map(([service, members]) => [service, createObject(members)]));
  switch (style.choices.catalogForm) {
    case 'keyed':
      return keyed();
    case 'enveloped-list':
      return createObject([[style.envelope('data'), list()]]);
    case 'enveloped-keyed':
      return createObject([[style.envelope('data'), createObject([['services', keyed()]])]]);
    case 'catalog-and-meta':
      return { catalog: { version: 'v1', groups: list() }, generated: '2026-01-01', count: groups.length };
    case 'list-of-pairs':
      return groups.map(([service, members]) => [service, createObject(members)]);
    default:
      return list();
  }
}
