import RssParser from 'rss-parser';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import { checkRss } from '../../http/check/rss-check.ts';
import { readXml } from '../../http/check/xml-tree.ts';
import type { Feed, FeedItem } from '../../serialisers/feed.ts';
import { serialiseFeed } from '../../serialisers/rss.ts';
import { openScope } from '../../world/scope/scope.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { DEFAULT_SEED, EPOCH_MS, generateWorld } from '../../world/state/world.ts';
import { mayReadAlert } from '../terminals/alert-access.ts';
import { BASE_URL, openTestScope } from '../testing/test-scope.ts';
import { listReadableCategories } from './feed-access.ts';
import { getAccountFeed, getTerminalFeed } from './feeds.ts';

function getFeed(key: string, nowMs?: number): Feed {
  const reply = getAccountFeed(openTestScope(key, nowMs), { path: {}, query: {}, body: undefined });
  if (reply.status !== 200) throw new Error('refused');
  return reply.body;
}

function getFeedOfTerminal(key: string, terminalId: string, nowMs?: number): Feed {
  const reply = getTerminalFeed(openTestScope(key, nowMs), {
    path: { terminal_id: terminalId },
    query: {},
    body: undefined,
  });
  if (reply.status !== 200) throw new Error(`refused with ${reply.status}`);
  return reply.body;
}

const readCategory = ({ categories }: FeedItem): string | undefined => categories[0]?.value;
const listCategories = ({ items }: Feed): string[] =>
  [...new Set(items.map((item) => readCategory(item) ?? ''))].sort();

const everyone = [
  'sbx-northway-admin',
  'sbx-northway-ops',
  'sbx-northway-finance',
  'sbx-northway-disputes',
  'sbx-northway-audit',
  'sbx-harbor-admin',
  'sbx-pine-admin',
  'sbx-northway-tech',
  'sbx-northway-store',
  'sbx-cashco-vault',
  'sbx-blank-admin',
  'sbx-delgado-owner',
  'sbx-hostile-admin',
  'sbx-redline-admin',
];

describe('the account feed', () => {
  it.each(everyone)('is valid for %s: newest first, at most 15 items per category, none older than 35 days', (key) => {
    const feed = getFeed(key);
    expect(checkRss(serialiseFeed(feed))).toBeUndefined();
    const allowed = new Set<string>(listReadableCategories('account', openTestScope(key).rules));
    for (const [category, items] of Map.groupBy(feed.items, readCategory)) {
      expect(allowed).toContain(category);
      expect(items.length).toBeLessThanOrEqual(15);
    }
    for (const { publishedMs, title, description } of feed.items) {
      expect(publishedMs).toBeGreaterThan(EPOCH_MS - 35 * 24 * HOUR_MS);
      expect(publishedMs).toBeLessThanOrEqual(EPOCH_MS);
      expect([...title].length).toBeLessThanOrEqual(100);
      expect([...description].length).toBeLessThanOrEqual(500);
    }
  });

  it('contains heartbeats, status changes, hourly transactions, alerts and switch observations', () => {
    const feed = getFeed('sbx-northway-admin');
    expect(listCategories(feed)).toEqual(['alert', 'heartbeat', 'status', 'switch-journal', 'transaction']);
    expect(feed).toMatchObject({
      title: 'Northway ATM Network LLC – fleet activity',
      link: `${BASE_URL}/v1/portal`,
      self: `${BASE_URL}/v1/feeds/account.xml`,
      lastBuildMs: feed.items[0]?.publishedMs,
    });
    const hours = feed.items.filter((item) => readCategory(item) === 'transaction');
    expect(hours).toHaveLength(15);
    for (const { title, publishedMs } of hours) {
      expect(title).toMatch(/^[A-Z]{2}\d{6} \d\d:00–\d\d:00 E[SD]T: \d+ transactions?, \d+ approved(, \d+ reversed)?$/);
      expect(publishedMs % HOUR_MS).toBe(0);
    }
    expect(feed.items.some(({ description }) => /\d,\d{3}\.\d\d USD/.test(description))).toBe(true);
  });

  it('has the same hourly totals as the list of transactions', () => {
    const scope = openTestScope('sbx-northway-admin');
    const [hour] = scope.transactionHours(scope.terminals, 1);
    if (hour === undefined) throw new Error('no hour');
    const { rows } = scope.viewTerminalLedger(hour.terminal, { sortBy: 'terminal_datetime', sortDir: 'asc' });
    const own = rows
      .slice(0, rows.length)
      .filter(({ transaction: { atMs } }) => atMs >= hour.fromMs && atMs < hour.toMs);
    expect(own.length).toBeGreaterThan(0);
    expect(hour.totals.approved + hour.totals.declined + hour.totals.reversals).toBe(own.length);
  });

  it('never changes published items', () => {
    const later = new Map(getFeed('sbx-northway-admin', EPOCH_MS + 2 * HOUR_MS).items.map((item) => [item.guid, item]));
    const entries = getFeed('sbx-northway-admin').items.filter(({ guid }) => later.has(guid));
    expect(entries.length).toBeGreaterThan(20);
    for (const item of entries) expect(later.get(item.guid)).toEqual(item);
  });

  it('is valid without items, and has the start of the sandbox as build date', () => {
    const feed = getFeed('sbx-blank-admin', EPOCH_MS + HOUR_MS);
    expect(feed.items).toEqual([]);
    expect(feed.lastBuildMs).toBe(EPOCH_MS);
    expect(checkRss(serialiseFeed(feed))).toBeUndefined();
  });

  it('has the same bytes for the same seed', () => {
    const again = generateWorld(DEFAULT_SEED, { baseUrl: BASE_URL });
    const scope = openScope(again, 'sbx-redline-admin', sandboxMs(EPOCH_MS));
    if (scope === undefined) throw new Error('no scope');
    const reply = getAccountFeed(scope, { path: {}, query: {}, body: undefined });
    expect(reply.status === 200 && serialiseFeed(reply.body)).toBe(serialiseFeed(getFeed('sbx-redline-admin')));
  });

  it('shows an affiliate nothing of another affiliate', () => {
    const pine = serialiseFeed(getFeed('sbx-pine-admin'));
    expect(pine).toContain('Pinecrest');
    expect(pine).not.toMatch(/Harborline|HB2\d{5}|NW1\d{5}/);
  });
});

describe('the terminal feed', () => {
  it('contains single transactions, commands and provisioning of one terminal', () => {
    const feed = getFeedOfTerminal('sbx-northway-admin', 'NW104233');
    expect(checkRss(serialiseFeed(feed))).toBeUndefined();
    expect(listCategories(feed)).toEqual([
      'alert',
      'command',
      'provisioning',
      'status',
      'switch-journal',
      'transaction',
    ]);
    expect(feed.link).toBe(`${BASE_URL}/v1/terminals/NW104233/status-monitoring`);
    for (const { link, categories } of feed.items) {
      expect(link).toBe(feed.link);
      expect(categories).toContainEqual({ domain: 'urn:fleet:terminal', value: 'NW104233' });
    }
    const titles = feed.items.map(({ title }) => title);
    expect(titles).toContain('Command completed: reboot (14m50s)');
    expect(titles).toContainEqual(expect.stringMatching(/^Withdrawal \d+\.00 approved$/));
    expect(titles).toContainEqual(expect.stringMatching(/^Provisioning version \d+: verifying → completed$/));
  });

  it('has the same items and guids as the account feed', () => {
    const fleet = new Map(getFeed('sbx-northway-admin').items.map((item) => [item.guid, item]));
    const own = ['NW100777', 'NW100911', 'NW104233'].flatMap((id) => getFeedOfTerminal('sbx-northway-admin', id).items);
    const both = own.filter(({ guid }) => fleet.has(guid));
    expect(new Set(both.map(readCategory))).toEqual(new Set(['alert', 'status', 'switch-journal']));
    for (const item of both) expect(fleet.get(item.guid)).toEqual(item);
  });

  it('returns the same 404 for a foreign and an unknown terminal', () => {
    const answerTo = (terminal_id: string) =>
      getTerminalFeed(openTestScope('sbx-pine-admin'), { path: { terminal_id }, query: {}, body: undefined });
    expect(answerTo('HB200104')).toEqual(answerTo('ZZ999999'));
    expect(answerTo('HB200104').status).toBe(404);
    expect(answerTo('PN300115').status).toBe(200);
  });

  it('has a separate item for each state of an incident', () => {
    const { items } = getFeedOfTerminal('sbx-northway-admin', 'NW100777');
    const alerts = items.filter((item) => readCategory(item) === 'alert');
    const resolved = alerts.filter(({ guid }) => /:resolved:\d+$/.test(guid));
    expect(resolved.length).toBeGreaterThan(0);
    for (const { title } of resolved) expect(title).toMatch(/^\[resolved\] NW100777 /);
    const triggered = alerts.filter(({ guid }) => /^urn:fleet:alert:inc_[0-9A-Z]{26}$/.test(guid));
    expect(triggered.length).toBeGreaterThan(0);
    for (const { title } of triggered) expect(title).toMatch(/^\[(low|medium|high|critical)\] NW100777 /);
  });
});

describe('feed access by role', () => {
  const findRules = (key: string) => openTestScope(key).rules;

  it.each([
    ['sbx-northway-admin', true, true],
    ['sbx-northway-tech', true, true],
    ['sbx-northway-audit', true, true],
    ['sbx-northway-finance', false, false],
    ['sbx-northway-disputes', false, false],
    ['sbx-northway-store', false, false],
    ['sbx-cashco-vault', false, false],
  ])('applies the privileges for commands and provisioning to %s', (key, hasCommands, hasProvisioning) => {
    const categories = listCategories(getFeedOfTerminal(key, 'NW104233'));
    expect(categories).toContain('transaction');
    expect([categories.includes('command'), categories.includes('provisioning')]).toEqual([
      hasCommands,
      hasProvisioning,
    ]);
  });

  it('excludes alerts that the role may not read', () => {
    expect(mayReadAlert(findRules('sbx-northway-tech'), 'settlement_mismatch')).toBe(false);
    expect(mayReadAlert(findRules('sbx-northway-finance'), 'settlement_mismatch')).toBe(true);
    expect(mayReadAlert(findRules('sbx-northway-finance'), 'processor_outage')).toBe(false);
    expect(mayReadAlert(findRules('sbx-northway-store'), 'compliance_expiration')).toBe(false);
    expect(mayReadAlert(findRules('sbx-cashco-vault'), 'dispenser_fault')).toBe(false);
    expect(mayReadAlert(findRules('sbx-cashco-vault'), 'cash_low')).toBe(true);
  });

  it('shows cash but no devices to a cash provider', () => {
    const words = (key: string): string =>
      JSON.stringify(getFeedOfTerminal(key, 'NW100777').items.map(({ title, description }) => [title, description]));
    expect(words('sbx-northway-admin')).toMatch(/printer/);
    expect(words('sbx-cashco-vault')).not.toMatch(/printer|dispenser|reader/i);
    expect(words('sbx-cashco-vault')).toMatch(/Out of cash/);
  });

  it('shows no network observations to a merchant', () => {
    const journal = (key: string): string[] =>
      getFeedOfTerminal(key, 'NW104233').items.flatMap((item) =>
        readCategory(item) === 'switch-journal' ? [item.title] : [],
      );
    expect(journal('sbx-northway-admin')).toContain('NW104233 surcharge set to 0.00 by the network');
    expect(journal('sbx-northway-store').length).toBeGreaterThan(0);
    expect(journal('sbx-northway-store').join()).not.toContain('network');
  });
});

/** Replaces the characters that XML cannot contain. */
const replaceUnwritable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the names contain control characters
  text.replace(/[\t\n]/g, ' ').replace(/[\u0000-\u001f]/g, '\uFFFD');

describe('hostile names in feeds', () => {
  it('are unchanged except for characters that XML cannot contain', () => {
    const scope = openTestScope('sbx-hostile-admin');
    for (const { terminalId, fixture } of scope.terminals) {
      const xml = serialiseFeed(getFeedOfTerminal('sbx-hostile-admin', terminalId));
      expect(checkRss(xml)).toBeUndefined();
      const [channel] = readXml(xml).children;
      const title = channel?.children.find(({ name }) => name === 'title')?.text;
      expect(title).toBe(`${terminalId} ${replaceUnwritable(fixture.location.name)} – terminal activity`);
    }
    expect(scope.terminals).toHaveLength(7);
  });

  it('are unchanged in items for a feed reader', async () => {
    const feed = getFeed('sbx-hostile-admin');
    const xml = serialiseFeed(feed);
    const { items } = await new RssParser().parseString(xml);
    expect(items.map(({ title }) => title)).toEqual(feed.items.map(({ title }) => replaceUnwritable(title)));
    expect(items.map(({ contentSnippet }) => contentSnippet)).toEqual(
      feed.items.map(({ description }) => replaceUnwritable(description)),
    );
    const text = items.map(({ contentSnippet }) => contentSnippet).join('\n');
    expect(text).toContain(`Tom & Jerry's <Bar> "Grill" 'n' ]]> Lounge, Detroit MI.`);
    expect(text).toContain('&amp; already escaped &#38; &lt;b&gt;, Dearborn MI.');
    expect(xml).not.toContain('CDATA');
  });

  it('never become markup in a description', () => {
    const [channel] = readXml(serialiseFeed(getFeed('sbx-hostile-admin'))).children;
    const descriptions = channel?.children.flatMap(({ children }) =>
      children.filter(({ name }) => name === 'description').map(({ text }) => text),
    );
    expect(descriptions?.join()).toContain('&lt;Bar&gt;');
    for (const text of descriptions ?? []) expect(text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
  });
});
