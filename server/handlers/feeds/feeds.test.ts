import RssParser from 'rss-parser';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import { checkRss } from '../../http/reply/rss-check.ts';
import { readXml } from '../../http/reply/xml-tree.ts';
import type { Feed, FeedItem } from '../../serialisers/feed.ts';
import { serialiseFeed } from '../../serialisers/rss.ts';
import { openScope } from '../../world/scope/scope.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { DEFAULT_SEED, EPOCH_MS, generateWorld } from '../../world/state/world.ts';
import { BASE_URL, scopeOf } from '../testing/scope-of-key.ts';
import { feedCategoriesOf, mayReadAlert } from './feed-access.ts';
import { getAccountFeed, getTerminalFeed } from './feeds.ts';

function accountFeed(key: string, nowMs?: number): Feed {
  const reply = getAccountFeed(scopeOf(key, nowMs), { path: {}, query: {}, body: undefined });
  if (reply.status !== 200) throw new Error('refused');
  return reply.body;
}

function terminalFeed(key: string, terminalId: string, nowMs?: number): Feed {
  const reply = getTerminalFeed(scopeOf(key, nowMs), { path: { terminal_id: terminalId }, query: {}, body: undefined });
  if (reply.status !== 200) throw new Error(`refused with ${reply.status}`);
  return reply.body;
}

const categoryOf = ({ categories }: FeedItem): string | undefined => categories[0]?.value;
const categoriesIn = ({ items }: Feed): string[] => [...new Set(items.map((item) => categoryOf(item) ?? ''))].sort();

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
  it.each(everyone)('is sound for %s: newest first, at most 15 of a category, none older than 35 days', (key) => {
    const feed = accountFeed(key);
    expect(checkRss(serialiseFeed(feed))).toBeUndefined();
    const allowed = new Set<string>(feedCategoriesOf('account', scopeOf(key).rules));
    for (const [category, items] of Map.groupBy(feed.items, categoryOf)) {
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

  it('tells of heartbeats, status, transactions by the hour, alerts and switch observations', () => {
    const feed = accountFeed('sbx-northway-admin');
    expect(categoriesIn(feed)).toEqual(['alert', 'heartbeat', 'status', 'switch-journal', 'transaction']);
    expect(feed).toMatchObject({
      title: 'Northway ATM Network LLC – fleet activity',
      link: `${BASE_URL}/v1/portal`,
      self: `${BASE_URL}/v1/feeds/account.xml`,
      lastBuildMs: feed.items[0]?.publishedMs,
    });
    const hours = feed.items.filter((item) => categoryOf(item) === 'transaction');
    expect(hours).toHaveLength(15);
    for (const { title, publishedMs } of hours) {
      expect(title).toMatch(/^[A-Z]{2}\d{6} \d\d:00–\d\d:00 E[SD]T: \d+ transactions?, \d+ approved(, \d+ reversed)?$/);
      expect(publishedMs % HOUR_MS).toBe(0);
    }
    expect(feed.items.some(({ description }) => /\d,\d{3}\.\d\d USD/.test(description))).toBe(true);
  });

  it('adds an hour up as the list of transactions has it', () => {
    const scope = scopeOf('sbx-northway-admin');
    const [hour] = scope.transactionHours(scope.terminals, 1);
    if (hour === undefined) throw new Error('no hour');
    const { rows } = scope.ledgerOf([hour.terminal], { sortBy: 'terminal_datetime', sortDir: 'asc' });
    const own = rows.filter(({ transaction: { atMs } }) => atMs >= hour.fromMs && atMs < hour.toMs);
    expect(own.length).toBeGreaterThan(0);
    expect(hour.totals.approved + hour.totals.declined + hour.totals.reversals).toBe(own.length);
  });

  it('never changes what it has told', () => {
    const later = new Map(
      accountFeed('sbx-northway-admin', EPOCH_MS + 2 * HOUR_MS).items.map((item) => [item.guid, item]),
    );
    const entries = accountFeed('sbx-northway-admin').items.filter(({ guid }) => later.has(guid));
    expect(entries.length).toBeGreaterThan(20);
    for (const item of entries) expect(later.get(item.guid)).toEqual(item);
  });

  it('is valid without any item, and dates itself to the start of the sandbox', () => {
    const feed = accountFeed('sbx-blank-admin', EPOCH_MS + HOUR_MS);
    expect(feed.items).toEqual([]);
    expect(feed.lastBuildMs).toBe(EPOCH_MS);
    expect(checkRss(serialiseFeed(feed))).toBeUndefined();
  });

  it('has equal bytes in two worlds of one seed', () => {
    const again = generateWorld(DEFAULT_SEED, { baseUrl: BASE_URL });
    const scope = openScope(again, 'sbx-redline-admin', sandboxMs(EPOCH_MS));
    if (scope === undefined) throw new Error('no scope');
    const reply = getAccountFeed(scope, { path: {}, query: {}, body: undefined });
    expect(reply.status === 200 && serialiseFeed(reply.body)).toBe(serialiseFeed(accountFeed('sbx-redline-admin')));
  });

  it('shows an affiliate its own and nothing of the other', () => {
    const pine = serialiseFeed(accountFeed('sbx-pine-admin'));
    expect(pine).toContain('Pinecrest');
    expect(pine).not.toMatch(/Harborline|HB2\d{5}|NW1\d{5}/);
  });
});

describe('the terminal feed', () => {
  it('tells of one terminal, transaction by transaction, with commands and provisioning', () => {
    const feed = terminalFeed('sbx-northway-admin', 'NW104233');
    expect(checkRss(serialiseFeed(feed))).toBeUndefined();
    expect(categoriesIn(feed)).toEqual(['alert', 'command', 'provisioning', 'status', 'switch-journal', 'transaction']);
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

  it('tells a fact in the same words and under the same guid as the account feed', () => {
    const fleet = new Map(accountFeed('sbx-northway-admin').items.map((item) => [item.guid, item]));
    const own = ['NW100777', 'NW100911', 'NW104233'].flatMap((id) => terminalFeed('sbx-northway-admin', id).items);
    const both = own.filter(({ guid }) => fleet.has(guid));
    expect(new Set(both.map(categoryOf))).toEqual(new Set(['alert', 'status', 'switch-journal']));
    for (const item of both) expect(fleet.get(item.guid)).toEqual(item);
  });

  it('answers a terminal of somebody else like one that never was', () => {
    const answerTo = (terminal_id: string) =>
      getTerminalFeed(scopeOf('sbx-pine-admin'), { path: { terminal_id }, query: {}, body: undefined });
    expect(answerTo('HB200104')).toEqual(answerTo('ZZ999999'));
    expect(answerTo('HB200104').status).toBe(404);
    expect(answerTo('PN300115').status).toBe(200);
  });

  it('tells each state of an incident as an item of its own', () => {
    const { items } = terminalFeed('sbx-northway-admin', 'NW100777');
    const alerts = items.filter((item) => categoryOf(item) === 'alert');
    const resolved = alerts.filter(({ guid }) => /:resolved:\d+$/.test(guid));
    expect(resolved.length).toBeGreaterThan(0);
    for (const { title } of resolved) expect(title).toMatch(/^\[resolved\] NW100777 /);
    const triggered = alerts.filter(({ guid }) => /^urn:fleet:alert:inc_[0-9A-Z]{26}$/.test(guid));
    expect(triggered.length).toBeGreaterThan(0);
    for (const { title } of triggered) expect(title).toMatch(/^\[(low|medium|high|critical)\] NW100777 /);
  });
});

describe('what a role may read', () => {
  const rulesOf = (key: string) => scopeOf(key).rules;

  it.each([
    ['sbx-northway-admin', true, true],
    ['sbx-northway-tech', true, true],
    ['sbx-northway-audit', true, true],
    ['sbx-northway-finance', false, false],
    ['sbx-northway-disputes', false, false],
    ['sbx-northway-store', false, false],
    ['sbx-cashco-vault', false, false],
  ])('decides on commands and provisioning for %s', (key, hasCommands, hasProvisioning) => {
    const categories = categoriesIn(terminalFeed(key, 'NW104233'));
    expect(categories).toContain('transaction');
    expect([categories.includes('command'), categories.includes('provisioning')]).toEqual([
      hasCommands,
      hasProvisioning,
    ]);
  });

  it('keeps alerts from roles that may not read what they are about', () => {
    expect(mayReadAlert(rulesOf('sbx-northway-tech'), 'settlement_mismatch')).toBe(false);
    expect(mayReadAlert(rulesOf('sbx-northway-finance'), 'settlement_mismatch')).toBe(true);
    expect(mayReadAlert(rulesOf('sbx-northway-finance'), 'processor_outage')).toBe(false);
    expect(mayReadAlert(rulesOf('sbx-northway-store'), 'compliance_expiration')).toBe(false);
    expect(mayReadAlert(rulesOf('sbx-cashco-vault'), 'dispenser_fault')).toBe(false);
    expect(mayReadAlert(rulesOf('sbx-cashco-vault'), 'cash_low')).toBe(true);
  });

  it('tells a cash provider of cash, and nothing of devices', () => {
    const words = (key: string): string =>
      JSON.stringify(terminalFeed(key, 'NW100777').items.map(({ title, description }) => [title, description]));
    expect(words('sbx-northway-admin')).toMatch(/printer/);
    expect(words('sbx-cashco-vault')).not.toMatch(/printer|dispenser|reader/i);
    expect(words('sbx-cashco-vault')).toMatch(/Out of cash/);
  });

  it('tells a shopkeeper nothing of the networks behind the switch', () => {
    const journal = (key: string): string[] =>
      terminalFeed(key, 'NW104233').items.flatMap((item) =>
        categoryOf(item) === 'switch-journal' ? [item.title] : [],
      );
    expect(journal('sbx-northway-admin')).toContain('NW104233 surcharge set to 0.00 by the network');
    expect(journal('sbx-northway-store').length).toBeGreaterThan(0);
    expect(journal('sbx-northway-store').join()).not.toContain('network');
  });
});

/** A text without what XML cannot hold. */
const shown = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the names hold them
  text.replace(/[\t\n]/g, ' ').replace(/[\u0000-\u001f]/g, '\uFFFD');

describe('hostile names', () => {
  it('reach the reader as they are, but for what XML cannot hold', () => {
    const scope = scopeOf('sbx-hostile-admin');
    for (const { terminalId, fixture } of scope.terminals) {
      const xml = serialiseFeed(terminalFeed('sbx-hostile-admin', terminalId));
      expect(checkRss(xml)).toBeUndefined();
      const [channel] = readXml(xml).children;
      const title = channel?.children.find(({ name }) => name === 'title')?.text;
      expect(title).toBe(`${terminalId} ${shown(fixture.location.name)} – terminal activity`);
    }
    expect(scope.terminals).toHaveLength(7);
  });

  it('are in the items too, as a feed reader shows them', async () => {
    const feed = accountFeed('sbx-hostile-admin');
    const xml = serialiseFeed(feed);
    const { items } = await new RssParser().parseString(xml);
    expect(items.map(({ title }) => title)).toEqual(feed.items.map(({ title }) => shown(title)));
    expect(items.map(({ contentSnippet }) => contentSnippet)).toEqual(
      feed.items.map(({ description }) => shown(description)),
    );
    const text = items.map(({ contentSnippet }) => contentSnippet).join('\n');
    expect(text).toContain(`Tom & Jerry's <Bar> "Grill" 'n' ]]> Lounge, Detroit MI.`);
    expect(text).toContain('&amp; already escaped &#38; &lt;b&gt;, Dearborn MI.');
    expect(xml).not.toContain('CDATA');
  });

  it('never become markup of a description', () => {
    const [channel] = readXml(serialiseFeed(accountFeed('sbx-hostile-admin'))).children;
    const descriptions = channel?.children.flatMap(({ children }) =>
      children.filter(({ name }) => name === 'description').map(({ text }) => text),
    );
    expect(descriptions?.join()).toContain('&lt;Bar&gt;');
    for (const text of descriptions ?? []) expect(text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
  });
});
