import type { FeedCategory, FeedId } from '../../../spec/index.ts';
import { unreachable } from '../../../spec/unreachable.ts';
import type { Handler } from '../../contract.ts';
import { notFound } from '../../problem.ts';
import type { Feed, FeedItem } from '../../serialisers/feed.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { alertEntries, terminalAlertEntries } from './alert-entries.ts';
import { feedCategoriesOf } from './feed-access.ts';
import { type FeedEntry, feedItem, newestFirst, resourceLink } from './feed-item.ts';
import { clipped } from './feed-wording.ts';
import {
  observationEntries,
  silenceEntries,
  statusChangeEntries,
  unusualObservationEntries,
} from './status-entries.ts';
import { hourEntries, transactionEntries } from './transaction-entries.ts';
import { commandEntries, jobEntries } from './work-entries.ts';

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
    ...contentOf(scope, 'account', (category) => fleetEntries(category, scope)),
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
      ...contentOf(scope, 'terminal', (category) => terminalEntries(category, scope, terminal)),
    },
  };
};

type Content = Pick<Feed, 'ttlMinutes' | 'lastBuildMs' | 'items'>;

/** The newest items of each category that the role may read, in one order. */
function contentOf(scope: Scope, feedId: FeedId, entriesIn: (category: FeedCategory) => readonly FeedEntry[]): Content {
  const items = feedCategoriesOf(feedId, scope.rules)
    .flatMap((category) => newestItems(scope, entriesIn(category)))
    .sort(newestFirst);
  return { ttlMinutes: TTL_MINUTES, lastBuildMs: items[0]?.publishedMs ?? scope.epochMs, items };
}

function newestItems({ nowMs, baseUrl }: Scope, entries: readonly FeedEntry[]): readonly FeedItem[] {
  return entries
    .filter(({ atMs }) => atMs > nowMs - WINDOW_MS && atMs <= nowMs)
    .map((each) => feedItem(each, baseUrl))
    .sort(newestFirst)
    .slice(0, COUNT);
}

function fleetEntries(category: FeedCategory, scope: Scope): readonly FeedEntry[] {
  switch (category) {
    case 'transaction':
      return hourEntries(scope, scope.terminals, COUNT);
    case 'alert':
      return alertEntries(scope);
    case 'switch-journal':
      return scope.terminals.flatMap((terminal) => unusualObservationEntries(scope, terminal));
    default:
      return scope.terminals.flatMap((terminal) => terminalEntries(category, scope, terminal));
  }
}

function terminalEntries(category: FeedCategory, scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  switch (category) {
    case 'heartbeat':
      return silenceEntries(scope, terminal);
    case 'status':
      return statusChangeEntries(scope, terminal);
    case 'transaction':
      return transactionEntries(scope, terminal, COUNT);
    case 'alert':
      return terminalAlertEntries(scope, terminal);
    case 'switch-journal':
      return observationEntries(scope, terminal);
    case 'command':
      return commandEntries(scope, terminal);
    case 'provisioning':
      return jobEntries(scope, terminal);
    default:
      return unreachable(category);
  }
}
