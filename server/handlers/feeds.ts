import type { FeedCategory, FeedId } from '../../spec/index.ts';
import type { Handler } from '../contract.ts';
import { notFound } from '../problem.ts';
import type { Feed, FeedItem } from '../serialisers/feed.ts';
import type { Scope, Terminal } from '../world/state/tenant.ts';
import { feedCategoriesOf } from './feed-access.ts';
import { feedItem, newestFirst, resourceLink, type Told } from './feed-item.ts';
import { clipped } from './feed-wording.ts';
import { tellAlerts, tellAlertsOf } from './told-alerts.ts';
import { tellObservations, tellSilences, tellStatusChanges, tellUnusualObservations } from './told-status.ts';
import { tellHours, tellTransactions } from './told-transactions.ts';
import { tellCommands, tellJobs } from './told-work.ts';

/** Items of each category, at most. @see gap feeds.count */
const COUNT = 15;
const WINDOW_MS = 35 * 86_400_000;
const TTL_MINUTES = 5;
const NAME_LENGTH = 80;

/** A digest over everything the user may see. @see clauses feeds.account.get, feeds.visibility */
export const getAccountFeed: Handler<'getAccountFeed'> = (scope) => ({
  status: 200,
  body: {
    title: `${clipped(scope.account.name, NAME_LENGTH)} – fleet activity`,
    link: resourceLink(scope.baseUrl, undefined),
    description: 'Heartbeats, status, transactions by the hour, alerts and switch observations of your terminals.',
    self: `${scope.baseUrl}/v1/feeds/account.xml`,
    ...contentOf(scope, 'account', (category) => tellOfFleet(category, scope)),
  },
});

/** What happens at one terminal. @see clauses feeds.terminal.get, feeds.visibility */
export const getTerminalFeed: Handler<'getTerminalFeed'> = (scope, { path }) => {
  const terminal = scope.terminal(path.terminal_id);
  if (terminal === undefined) return notFound();
  const { terminalId, fixture } = terminal;
  return {
    status: 200,
    body: {
      title: `${terminalId} ${clipped(fixture.location.name, NAME_LENGTH)} – terminal activity`,
      link: resourceLink(scope.baseUrl, terminalId),
      description: 'Status, transactions, alerts, switch observations, commands and provisioning of one terminal.',
      self: `${scope.baseUrl}/v1/feeds/terminals/${terminalId}.xml`,
      ...contentOf(scope, 'terminal', (category) => tellOfTerminal(category, scope, terminal)),
    },
  };
};

type Content = Pick<Feed, 'ttlMinutes' | 'lastBuildMs' | 'items'>;

/** The newest items of each category that the role may read, in one order. */
function contentOf(scope: Scope, feedId: FeedId, tell: (category: FeedCategory) => readonly Told[]): Content {
  const items = feedCategoriesOf(feedId, scope.rules)
    .flatMap((category) => newestItems(scope, tell(category)))
    .sort(newestFirst);
  return { ttlMinutes: TTL_MINUTES, lastBuildMs: items[0]?.publishedMs ?? scope.epochMs, items };
}

function newestItems({ nowMs, baseUrl }: Scope, told: readonly Told[]): readonly FeedItem[] {
  return told
    .filter(({ atMs }) => atMs > nowMs - WINDOW_MS && atMs <= nowMs)
    .map((each) => feedItem(each, baseUrl))
    .sort(newestFirst)
    .slice(0, COUNT);
}

function tellOfFleet(category: FeedCategory, scope: Scope): readonly Told[] {
  switch (category) {
    case 'transaction':
      return tellHours(scope, scope.terminals, COUNT);
    case 'alert':
      return tellAlerts(scope);
    case 'switch-journal':
      return scope.terminals.flatMap((terminal) => tellUnusualObservations(scope, terminal));
    default:
      return scope.terminals.flatMap((terminal) => tellOfTerminal(category, scope, terminal));
  }
}

function tellOfTerminal(category: FeedCategory, scope: Scope, terminal: Terminal): readonly Told[] {
  switch (category) {
    case 'heartbeat':
      return tellSilences(scope, terminal);
    case 'status':
      return tellStatusChanges(scope, terminal);
    case 'transaction':
      return tellTransactions(scope, terminal, COUNT);
    case 'alert':
      return tellAlertsOf(scope, terminal);
    case 'switch-journal':
      return tellObservations(scope, terminal);
    case 'command':
      return tellCommands(scope, terminal);
    case 'provisioning':
      return tellJobs(scope, terminal);
    default:
      return unreachable(category);
  }
}

function unreachable(category: never): never {
  throw new Error(`a feed category of no known kind: ${String(category)}`);
}
