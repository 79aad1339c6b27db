import { money, record, reference } from '../model/values.ts';
import type { FeedItem } from '../protocol/answers.ts';
import { ALL_OPERATIONS } from '../protocol/operations.ts';
import { type Choices, defineFault, findOtherTenant, hasGlobalIds, hasRows, ownsKey, type RuleName } from './define.ts';
import type { Fault, FaultHooks } from './types.ts';

const missingFaults = ALL_OPERATIONS.map(({ id, method, path }) =>
  defineFault({
    id: `missing-${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    violates: method === 'POST' ? 'writesExist' : 'mainSurface',
    title: `${method} ${path} does not exist`,
    hooks: { isMissing: (operation) => operation === id },
    applies: (choices) => {
      if (id === 'getConnectorStatus') return choices.connectorCount !== 'none';
      return (id !== 'getTimeline' && id !== 'createDispute') || hasRows(choices);
    },
  }),
);

const PORTAL_GROUPS: readonly [string, readonly string[]][] = [
  ['principal-and-account', ['principal', 'account']],
  ['branding-and-dns', ['branding', 'dns']],
  ['access-flags', ['access']],
  ['users', ['users']],
  ['terminals', ['terminals']],
  ['groups-and-connectors', ['groups', 'connectors']],
  ['recent-activity', ['transactions', 'commands', 'forms']],
  ['reports', ['reports']],
];

const portalFaults = PORTAL_GROUPS.map(([name, sections]) =>
  defineFault({
    id: `portal-lacks-${name}`,
    violates: 'portalGroups',
    title: `The portal lacks ${sections.join(' and ')}`,
    hooks: { portal: (all) => all.filter((section) => !sections.includes(section.name)) },
    applies: (choices) => {
      if (name === 'groups-and-connectors' && choices.groupStructure === 'none')
        return choices.connectorCount !== 'none';
      return ownsKey(choices, 'administrator') || (name !== 'users' && name !== 'recent-activity');
    },
  }),
);

const catalogFault = (id: string, violates: RuleName, title: string, catalog: NonNullable<FaultHooks['catalog']>) =>
  defineFault({ id, violates, title, hooks: { catalog } });

const catalogFaults: Fault[] = [
  catalogFault('catalog-empty', 'catalogMembers', 'The catalog has no groups', () => []),
  catalogFault('catalog-lacks-endpoints', 'live', 'No group of the catalog lists endpoints', (groups) =>
    groups.map((group) => ({ ...group, endpoints: [] })),
  ),
  catalogFault(
    'catalog-lists-unknown-endpoint',
    'live',
    'The catalog lists an endpoint that does not exist',
    (groups) =>
      groups.map((group, at) =>
        at === 0
          ? {
              ...group,
              endpoints: [
                ...group.endpoints,
                { id: 'getLedger', method: 'GET', path: '/v1/ledger' },
                { id: 'getVault', method: 'GET', path: '/v1/compliance/vault' },
              ],
            }
          : group,
      ),
  ),
  catalogFault('catalog-lacks-event', 'families', 'The catalog does not list cash_out', (groups) =>
    groups.map((group) => ({ ...group, events: group.events.filter((event) => event !== 'cash_out') })),
  ),
  catalogFault('catalog-lacks-events', 'families', 'No group of the catalog lists events', (groups) =>
    groups.map((group) => ({ ...group, events: [] })),
  ),
  catalogFault('catalog-lacks-feeds', 'catalogMembers', 'No group of the catalog lists feeds', (groups) =>
    groups.map((group) => ({ ...group, feeds: [] })),
  ),
  catalogFault('catalog-lists-unknown-feed', 'live', 'The catalog lists a feed that does not exist', (groups) =>
    groups.map((group, at) => (at === 0 ? { ...group, feeds: [...group.feeds, '/v1/feeds/ledger.xml'] } : group)),
  ),
  catalogFault('catalog-group-missing', 'live', 'The catalog lacks the group of settlements', (groups) =>
    groups.filter((group) => !/[Ss]ettlement/.test(group.service)),
  ),
];

const MEMBERS = ['portal_surfaces', 'api_endpoints', 'webhook_events', 'rss_feeds', 'notes'];

const memberFaults: Fault[] = [
  ...MEMBERS.map((member) =>
    catalogFault(
      `catalog-lacks-${member.replace('_', '-')}-member`,
      'catalogMembers',
      `One group of the catalog lacks the member ${member}`,
      (groups) => groups.map((group, at) => (at === 1 ? { ...group, without: [member] } : group)),
    ),
  ),
  catalogFault('catalog-member-renamed', 'catalogMembers', 'rss_feeds is called feeds', (groups) =>
    groups.map((group) => ({ ...group, renamed: { rss_feeds: 'feeds' } })),
  ),
];

const documentFaults: Fault[] = [
  defineFault({
    id: 'openapi-without-paths',
    violates: 'openapi',
    title: 'The OpenAPI document has no paths',
    hooks: { paths: () => [] },
  }),
  defineFault({
    id: 'openapi-lists-unknown-path',
    violates: 'live',
    title: 'The OpenAPI document has a path that does not exist',
    hooks: { paths: (paths) => [...paths, { method: 'GET', path: '/v1/ledger' }] },
  }),
  defineFault({
    id: 'openapi-not-cacheable',
    violates: 'cacheable',
    title: 'The OpenAPI document forbids caches',
    hooks: {
      headers: (headers, { operation }) =>
        operation === 'getOpenapi' ? { ...headers, 'Cache-Control': 'no-store' } : headers,
    },
  }),
  ...(['getAccountFeed', 'getTerminalFeed'] as const).map((feed) =>
    defineFault({
      id: `${feed === 'getAccountFeed' ? 'account' : 'terminal'}-feed-wrong-type`,
      violates: 'feedType',
      title: `${feed} has the content type text/xml`,
      hooks: {
        headers: (headers, { operation }) =>
          operation === feed && (headers['Content-Type'] ?? '').startsWith('application/rss+xml')
            ? { ...headers, 'Content-Type': 'text/xml' }
            : headers,
      },
    }),
  ),
  defineFault({
    id: 'reads-without-json',
    violates: 'json',
    title: 'Lists have the content type text/html',
    hooks: {
      headers: (headers, { operation }) =>
        operation.startsWith('list') ? { ...headers, 'Content-Type': 'text/html' } : headers,
    },
  }),
];

const isAccount = ({ operation }: { operation: string }) => operation === 'getAccountFeed';
/** Returns whether a feed shows all of its items, so that a missing kind is noticed. */
const showsAll = (choices: Choices) => choices.feedCount === 'all';

function omitKinds(
  id: string,
  kinds: readonly FeedItem['kind'][],
  isInAccount: boolean,
  applies: (choices: Choices) => boolean = () => true,
) {
  return defineFault({
    id,
    violates: isInAccount ? 'accountFeed' : 'terminalFeed',
    title: `The ${isInAccount ? 'account' : 'terminal'} feed has no items of ${kinds.join(' and ')}`,
    hooks: {
      feed: (items, context) =>
        isAccount(context) === isInAccount ? items.filter((item) => !kinds.includes(item.kind)) : items,
    },
    applies: (choices) => showsAll(choices) && applies(choices),
  });
}

function createForeignItem(context: Parameters<NonNullable<FaultHooks['feed']>>[1]): FeedItem[] {
  const { scope } = context;
  const other = findOtherTenant(scope);
  const terminal = scope.world.terminals.find((each) => each.tenantKey === other && !scope.terminals.includes(each));
  return terminal === undefined
    ? []
    : [
        {
          key: `status ${terminal.key}`,
          kind: 'status',
          terminalKey: terminal.key,
          atMs: scope.nowMs,
          text: `Status of ${terminal.label}`,
        },
      ];
}

const feedFaults: Fault[] = [
  omitKinds('account-feed-lacks-status', ['status'], true),
  omitKinds('account-feed-lacks-transactions', ['transaction'], true, hasRows),
  omitKinds('account-feed-lacks-incidents', ['incident'], true, (choices) => choices.incidentsPresent === 'some'),
  omitKinds('account-feed-lacks-journal', ['journal'], true),
  omitKinds('terminal-feed-lacks-status', ['status'], false),
  omitKinds('terminal-feed-lacks-transactions', ['transaction'], false, hasRows),
  omitKinds('terminal-feed-lacks-commands', ['command'], false, (choices) => choices.commandsPresent === 'some'),
  omitKinds('terminal-feed-lacks-jobs', ['job'], false, (choices) => ownsKey(choices, 'administrator')),
  omitKinds('terminal-feed-lacks-journal', ['journal'], false),
  defineFault({
    id: 'account-feed-shows-foreign-terminal',
    violates: 'feedScope',
    title: 'The account feed has an item of a terminal of another tenant',
    hooks: { feed: (items, context) => (isAccount(context) ? [...createForeignItem(context), ...items] : items) },
    applies: hasGlobalIds,
  }),
  defineFault({
    id: 'terminal-feed-shows-other-terminal',
    violates: 'terminalFeed',
    title: 'The feed of a terminal has the items of another visible terminal',
    hooks: {
      feed: (items, context) => {
        const other = context.scope.terminals.find((each) => each.key !== context.targetKey);
        const { nowMs } = context.scope;
        return isAccount(context) || other === undefined
          ? items
          : [
              {
                key: `status ${other.key}`,
                kind: 'status' as const,
                terminalKey: other.key,
                atMs: nowMs,
                text: `Status of ${other.label}`,
              },
              ...items,
            ];
      },
    },
  }),
  defineFault({
    id: 'account-feed-of-one-terminal',
    violates: 'accountFeed',
    title: 'The account feed covers only one terminal',
    hooks: {
      feed: (items, context) =>
        isAccount(context) ? items.filter((item) => item.terminalKey === items[0]?.terminalKey) : items,
    },
    applies: showsAll,
  }),
  defineFault({
    id: 'feeds-always-empty',
    violates: 'accountFeed',
    title: 'Feeds have no items',
    hooks: { feed: () => [] },
  }),
  defineFault({
    id: 'feed-amounts-differ',
    violates: 'accountFeed',
    title: 'The amounts in feeds differ from those in the list',
    hooks: {
      feed: (items) => items.map((item) => (item.amount === undefined ? item : { ...item, amount: item.amount + 500 })),
    },
    applies: (choices) => hasRows(choices) && choices.feedAmounts === 'amounts',
  }),
];

const portalValueFaults: Fault[] = [
  defineFault({
    id: 'portal-amounts-differ',
    violates: 'portalGroups',
    title: 'The recent transactions of the portal have other amounts than the list',
    hooks: {
      record: (each, { operation }) => {
        const completed = each.fields.amountCompleted;
        const isHere = operation === 'getPortal' && each.type === 'transaction';
        const isMoney =
          typeof completed === 'object' && completed !== null && 'kind' in completed && completed.kind === 'money';
        if (!isHere || !isMoney) return each;
        return record(
          'transaction',
          { ...each.fields, amountCompleted: money((completed.minor ?? 0) + 500, 'row') },
          each.about,
        );
      },
    },
    applies: (choices) => hasRows(choices) && choices.portalRecentRows === 'like-list',
  }),
  defineFault({
    id: 'commands-of-another-terminal',
    violates: 'commands',
    title: 'The commands of a terminal contain one of another terminal',
    hooks: {
      list: (records, { operation, scope, targetKey }) => {
        const other = scope.terminals.find((each) => each.key !== targetKey);
        if (operation !== 'listCommands' || other === undefined) return records;
        return records.map((each) => ({
          ...each,
          fields: { ...each.fields, terminal: reference('terminal', other.key, other.label) },
        }));
      },
    },
    applies: (choices) => choices.commandsPresent === 'some',
  }),
];

export const surfaceFaults: readonly Fault[] = [
  ...missingFaults,
  ...portalFaults,
  ...catalogFaults,
  ...memberFaults,
  ...documentFaults,
  ...feedFaults,
  ...portalValueFaults,
];
