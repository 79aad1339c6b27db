import { unreachable } from '../../../base/unreachable.ts';
import type { FeedCategory, FeedId } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { Feed, FeedItem } from '../../serialisers/feed.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { listAlertEntries, listTerminalAlertEntries } from './alert-entries.ts';
import { listCommandEntries, listJobEntries } from './command-and-job-entries.ts';
import { listReadableCategories } from './feed-access.ts';
import { compareNewestFirst, type FeedEntry, formatResourceLink, toFeedItem } from './feed-item.ts';
import { truncate } from './feed-wording.ts';
import { dropOlderEntries, listNewestEntries } from './newest-entries.ts';
import {
  listHeartbeatEntries,
  listObservationEntries,
  listStatusEntries,
  listUnusualObservationEntries,
} from './status-entries.ts';
import { listHourEntries, listTransactionEntries } from './transaction-entries.ts';

/** Maximum number of items per category. @see gap feeds.count */
const COUNT = 15;
const WINDOW_MS = 35 * 86_400_000;
const TTL_MINUTES = 5;
const NAME_LENGTH = 80;

/** Returns a digest of everything that the user may see. @see clauses feeds.account.get, feeds.visibility */
export const getAccountFeed: Handler<'getAccountFeed'> = (scope) => {
  return { status: 200, body: presentAccountFeed(scope) };
};

const presentAccountFeed = (scope: Scope): Feed => ({
  title: `${truncate(scope.account.name, NAME_LENGTH)} – fleet activity`,
  link: formatResourceLink(scope.baseUrl, undefined),
  description: 'Heartbeats, status changes, hourly transactions, alerts and switch observations of your terminals.',
  self: `${scope.baseUrl}/v1/feeds/account.xml`,
  ...collectContent(scope, 'account', (category) => listAccountEntries(category, scope)),
});

/** Returns the activity of one terminal. @see clauses feeds.terminal.get, feeds.visibility */
export const getTerminalFeed: Handler<'getTerminalFeed'> = (scope, { path }) => {
  const terminal = scope.terminal(path.terminal_id);
  if (terminal === undefined) return notFound();
  const { terminalId, fixture } = terminal;
  return {
    status: 200,
    body: {
      title: `${terminalId} ${truncate(fixture.location.name, NAME_LENGTH)} – terminal activity`,
      link: formatResourceLink(scope.baseUrl, terminalId),
      description:
        'Heartbeats, status changes, transactions, alerts, switch observations, commands and provisioning of one terminal.',
      self: `${scope.baseUrl}/v1/feeds/terminals/${terminalId}.xml`,
      ...collectContent(scope, 'terminal', (category) => listTerminalEntries(category, scope, terminal)),
    },
  };
};

type Content = Pick<Feed, 'ttlMinutes' | 'lastBuildMs' | 'items'>;

/** Returns the newest items of each category that the role may read, newest first. */
function collectContent(
  scope: Scope,
  feedId: FeedId,
  entriesIn: (category: FeedCategory) => readonly FeedEntry[],
): Content {
  const items = listReadableCategories(feedId, scope.rules)
    .flatMap((category) => takeNewestItems(scope, entriesIn(category)))
    .sort(compareNewestFirst);
  return { ttlMinutes: TTL_MINUTES, lastBuildMs: items[0]?.publishedMs ?? scope.startMs, items };
}

function takeNewestItems({ nowMs, baseUrl }: Scope, entries: readonly FeedEntry[]): readonly FeedItem[] {
  const recent = entries.filter(({ atMs }) => atMs > nowMs - WINDOW_MS && atMs <= nowMs);
  return dropOlderEntries(recent, COUNT)
    .map((each) => toFeedItem(each, baseUrl))
    .sort(compareNewestFirst)
    .slice(0, COUNT);
}

function listAccountEntries(category: FeedCategory, scope: Scope): readonly FeedEntry[] {
  switch (category) {
    case 'transaction':
      return listHourEntries(scope, scope.terminals, COUNT);
    case 'alert':
      return listAlertEntries(scope, COUNT);
    case 'switch-journal':
      return listNewestEntries(scope, COUNT, (terminal, reachMs) =>
        listUnusualObservationEntries(scope, terminal, reachMs),
      );
    case 'heartbeat':
      return listNewestEntries(scope, COUNT, (terminal, reachMs) => listHeartbeatEntries(scope, terminal, reachMs));
    case 'status':
      return listNewestEntries(scope, COUNT, (terminal, reachMs) => listStatusEntries(scope, terminal, reachMs));
    default:
      return scope.terminals.flatMap((terminal) => listTerminalEntries(category, scope, terminal));
  }
}

function listTerminalEntries(category: FeedCategory, scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  switch (category) {
    case 'heartbeat':
      return listHeartbeatEntries(scope, terminal);
    case 'status':
      return listStatusEntries(scope, terminal);
    case 'transaction':
      return listTransactionEntries(scope, terminal, COUNT);
    case 'alert':
      return listTerminalAlertEntries(scope, terminal);
    case 'switch-journal':
      return listObservationEntries(scope, terminal);
    case 'command':
      return listCommandEntries(scope, terminal);
    case 'provisioning':
      return listJobEntries(scope, terminal);
    default:
      return unreachable(category);
  }
}
