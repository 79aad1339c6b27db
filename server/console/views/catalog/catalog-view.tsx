import { basePath } from '../../api/base-path.ts';
import { type Catalog, type CatalogService, type OpenApi, readCatalog, readOpenApi } from '../../api/resources.ts';
import { mayManage } from '../../api/session.ts';
import { formatCount } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyList, ItemLink, ListDetail } from '../../parts/list-detail.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useResource } from '../../state/resource.ts';
import { changeParameters, linkTo, parameters } from '../../state/route.ts';
import { EventEntry } from './event-entry.tsx';
import { SendTest } from './send-test.tsx';
import { type TriedOperation, TryDialog } from './try-dialog.tsx';

/** The inventory of the interface, by service. */
export function CatalogView() {
  const loaded = useResource('catalog', async () => {
    const [catalog, openApi] = await Promise.all([readCatalog(), readOpenApi()]);
    return { catalog, openApi };
  });
  return (
    <>
      <PageHead title="Catalog">
        What the service offers: endpoints, events, feeds and pages of the portal, grouped by service.
      </PageHead>
      <Loaded of={loaded}>
        {({ catalog, openApi }) => (
          <>
            <ListDetail
              title="Services"
              noun="service"
              note={`version ${catalog.catalog_version}`}
              rows={catalog.services}
              columns={columns}
              rowKey={({ service_id: id }) => id}
              nameOf={({ title }) => title}
              empty={<EmptyList title="The catalog is empty" />}
              detail={(service) => <ServiceDetail service={service} openApi={openApi} />}
            />
            <OpenedDialog openApi={openApi} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The dialog that the address names: it tries an operation, or sends a sample of an event. */
function OpenedDialog({ openApi }: { readonly openApi: OpenApi }) {
  const { try: operationId = '', test = '' } = parameters.value;
  const close = (): void => changeParameters({ try: '', test: '' });
  const operation = listOperations(openApi).find((one) => one.operationId === operationId);
  if (operation !== undefined) return <TryDialog key={operationId} operation={operation} onClose={close} />;
  return mayManage.value && openApi.webhooks[test] !== undefined ? (
    <SendTest key={test} type={test} onClose={close} />
  ) : null;
}

const listOperations = ({ paths }: OpenApi): readonly TriedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [{ operationId, method: method.toUpperCase(), path }],
    ),
  );

const columns: readonly Column<CatalogService>[] = [
  { title: 'Service', cell: ({ service_id: id, title }) => <ItemLink id={id}>{title}</ItemLink> },
  { title: 'Endpoints', isNumber: true, cell: ({ api_endpoints: some }) => formatCount(some.length) },
  { title: 'Events', isNumber: true, cell: ({ webhook_events: some }) => formatCount(some.length) },
  { title: 'Feeds', isNumber: true, isWideOnly: true, cell: ({ rss_feeds: some }) => formatCount(some.length) },
  { title: 'Pages', isNumber: true, isWideOnly: true, cell: ({ portal_surfaces: some }) => formatCount(some.length) },
];

type Endpoint = Catalog['services'][number]['api_endpoints'][number];

function ServiceDetail({ service, openApi }: { readonly service: CatalogService; readonly openApi: OpenApi }) {
  const { api_endpoints: endpoints, webhook_events: events, rss_feeds: feeds, portal_surfaces: surfaces } = service;
  return (
    <>
      <section class="stack-tight">
        <h3>Endpoints</h3>
        <Table
          label={`Endpoints of ${service.title}`}
          columns={endpointColumns(service.service_id, openApi)}
          rows={endpoints}
          rowKey={({ method, path }) => `${method} ${path}`}
        />
      </section>
      <section class="stack-tight">
        <h3>Events</h3>
        {events.length === 0 ? <p class="secondary">None</p> : null}
        {events.map((event) => (
          <EventEntry key={event.type} event={event} openApi={openApi} />
        ))}
      </section>
      <section class="stack-tight">
        <h3>Feeds</h3>
        {feeds.length === 0 ? <p class="secondary">None</p> : null}
        {feeds.map(({ feed_id: id, path, categories }) => (
          <p key={id}>
            <a href={linkTo('feeds')} class="mono wrap">
              {path}
            </a>{' '}
            <span class="muted small">{categories.map(toWords).join(', ')}</span>
          </p>
        ))}
      </section>
      <section class="stack-tight">
        <h3>Pages of the portal</h3>
        {surfaces.length === 0 ? <p class="secondary">None</p> : null}
        {surfaces.map(({ surface_id: id, title, path }) => (
          <p key={id}>
            {title} <code class="muted">{path}</code>
          </p>
        ))}
      </section>
      {service.notes.map((note) => (
        <p key={note} class="secondary">
          {note}
        </p>
      ))}
    </>
  );
}

/** The reference names the service of an operation with hyphens. */
const toReference = (serviceId: string, operationId: string): string =>
  `${basePath}/docs/api#/${serviceId.replaceAll('_', '-')}/${operationId}`;

const endpointColumns = (serviceId: string, openApi: OpenApi): readonly Column<Endpoint>[] => [
  {
    title: 'Endpoint',
    cell: ({ method, path }) => {
      const operationId = openApi.paths[path]?.[method.toLowerCase()]?.operationId;
      const text = (
        <span class="mono wrap">
          {method} {path}
        </span>
      );
      return operationId === undefined ? text : <a href={toReference(serviceId, operationId)}>{text}</a>;
    },
  },
  {
    title: 'This key',
    isWideOnly: true,
    cell: ({ is_available: isAvailable }) => (
      <Badge tone={isAvailable ? 'good' : 'muted'}>{isAvailable ? 'May call it' : 'May not'}</Badge>
    ),
  },
  {
    title: 'Needs',
    isWideOnly: true,
    cell: ({ auth, required_privilege: privilege }) => (
      <span class="nowrap">{auth === 'public' ? 'No key' : privilege === 'none' ? 'A key' : toWords(privilege)}</span>
    ),
  },
  {
    title: 'Request',
    cell: ({ method, path, is_available: isAvailable }) => {
      const operationId = openApi.paths[path]?.[method.toLowerCase()]?.operationId;
      if (operationId === undefined || !isAvailable) return '–';
      return (
        <Button size="small" label={`Try it: ${method} ${path}`} onPress={() => changeParameters({ try: operationId })}>
          Try it
        </Button>
      );
    },
  },
];
