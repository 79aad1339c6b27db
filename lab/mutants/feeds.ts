import {
  changeHeader,
  changeJson,
  changeText,
  type Mutant,
  readObjects,
  readText,
  replaceResponse,
} from './proxy-helpers.ts';

const BOTH = ['getAccountFeed', 'getTerminalFeed'] as const;

const isOfState = (item: string): boolean =>
  /service|heartbeat|status|online|offline|heard|connect|communicat|unit\b/i.test(item);
const isOfCommands = (item: string): boolean =>
  /command|order\b|asked|reboot|restart|reload|fetch|reset|diagnos|update|load|config|lock|sync|cmd_/i.test(item);
/** An old item, so that the feed covers an earlier period. */
const OTHER_NEWS = `<item><title>Old news</title><guid isPermaLink="false">old</guid>
<pubDate>Fri, 02 Jan 2026 13:40:12 GMT</pubDate></item></channel>`;

const createMalformedFeed = (id: string, title: string, change: (text: string) => string): Mutant => ({
  id: `feeds-${id}`,
  title,
  kills: ['feeds/are-well-formed'],
  alter: changeText(BOTH, change),
});

const createInvalidFeed = (id: string, title: string, change: (text: string) => string): Mutant => ({
  id: `feeds-${id}`,
  title,
  kills: ['feeds/are-valid-rss'],
  alter: changeText(BOTH, change),
});

export const feedMutants: readonly Mutant[] = [
  {
    id: 'feeds-raw-ampersand-of-one-label',
    title: 'The feed of the one terminal with an ampersand in its label contains it unescaped',
    kills: ['feeds/are-well-formed'],
    isSubtle: true,
    alter: (transport) => {
      const labelled = changeJson('listLocations', (body) => {
        const last = readObjects(body.data).at(-1);
        if (last !== undefined) last.name = 'Fish & Chips';
      })(transport);
      return changeText(
        ({ operation, request }) => operation === 'getTerminalFeed' && /[A-Z]+0+3\.xml/.test(request.url),
        (text) => text.replace('</title>', ' at Fish & Chips</title>'),
      )(labelled);
    },
  },
  {
    id: 'feeds-have-local-times',
    title: 'The dates of feed items are local times that claim to be GMT',
    kills: ['feeds/transaction-items-have-the-time-of-the-transaction'],
    isSubtle: true,
    alter: changeText(['getAccountFeed', 'getTerminalFeed'], (text) =>
      text.replaceAll(
        /<pubDate>([^<]+)<\/pubDate>/g,
        (_, date: string) => `<pubDate>${new Date(Date.parse(date) - 5 * 3_600_000).toUTCString()}</pubDate>`,
      ),
    ),
  },
  {
    id: 'feeds-served-as-text-xml',
    title: 'Both feeds are served as text/xml',
    kills: ['feeds/are-served-as-rss'],
    alter: changeHeader(BOTH, 'Content-Type', 'text/xml; charset=utf-8'),
  },
  {
    id: 'feeds-terminal-feed-served-as-xml',
    title: 'Only the terminal feed is served as application/xml',
    kills: ['feeds/are-served-as-rss'],
    alter: changeHeader('getTerminalFeed', 'Content-Type', 'application/xml'),
  },
  createMalformedFeed('raw-ampersand', 'A title contains a raw ampersand', (text) =>
    text.replace('<title>', '<title>Tom & Jerry '),
  ),
  createMalformedFeed('control-character', 'A title contains a control character', (text) =>
    text.replace('<title>', '<title>\u0007'),
  ),
  {
    id: 'feeds-doctype',
    title: 'The feed has a document type',
    kills: ['http/bodies-are-read-alike'],
    alter: changeText(BOTH, (text) => text.replace('<rss', '<!DOCTYPE rss [<!ENTITY x "y">]><rss')),
  },
  createMalformedFeed('cut-short', 'The feed is truncated', (text) => text.slice(0, -8)),
  createMalformedFeed('empty-body', 'The feed has an empty body', () => ''),
  createMalformedFeed('undeclared-prefix', 'A prefix is not declared', (text) =>
    text.replace('<channel>', '<channel><dc:rights>x</dc:rights>'),
  ),
  createMalformedFeed('html-entity', 'A title contains an HTML entity', (text) =>
    text.replace('<title>', '<title>&nbsp;'),
  ),
  {
    id: 'feeds-latin-1-bytes',
    title: 'The bytes are not UTF-8',
    kills: ['feeds/are-well-formed'],
    alter: replaceResponse(BOTH, async ({ request }, pass) => {
      const response = await pass(request);
      return { ...response, body: Buffer.from(readText(response).replace('<title>', '<title>Caf\u00e9 '), 'latin1') };
    }),
  },
  {
    id: 'feeds-are-atom',
    title: 'The feeds are Atom',
    kills: ['feeds/are-rss'],
    alter: changeText(BOTH, (text) => text.replaceAll(/<(\/?)rss/g, '<$1feed')),
  },
  {
    id: 'feeds-two-channels',
    title: 'A feed has two channels',
    kills: ['feeds/are-rss'],
    alter: changeText(BOTH, (text) => text.replace('</channel>', '</channel><channel></channel>')),
  },
  createInvalidFeed('channel-without-link', 'The channel has no link', (text) => text.replace(/<link>.*?<\/link>/, '')),
  createInvalidFeed('channel-without-description', 'The channel has no description', (text) =>
    text.replace(/<description>.*?<\/description>/, ''),
  ),
  createInvalidFeed('not-rss-2', 'The version is 0.91', (text) => text.replace('version="2.0"', 'version="0.91"')),
  createInvalidFeed('guid-twice', 'Two items have the same guid', (text) =>
    text.replace(/(<item>[\s\S]*?<\/item>)/, '$1$1'),
  ),
  createInvalidFeed('wrong-weekday', 'A date has the wrong weekday', (text) =>
    text.replace(
      /<item>([\s\S]*?)<pubDate>(\w{3}),/,
      (_, before, day) => `<item>${before}<pubDate>${day === 'Mon' ? 'Tue' : 'Mon'},`,
    ),
  ),
  createInvalidFeed('iso-dates', 'Dates are in ISO 8601 format', (text) =>
    text.replaceAll(/<pubDate>(.*?)<\/pubDate>/g, (_, date) => `<pubDate>${new Date(date).toISOString()}</pubDate>`),
  ),
  {
    id: 'feeds-relative-links',
    title: 'Links of items are relative',
    kills: ['feeds/links-are-urls'],
    alter: changeText(BOTH, (text) => text.replace(/(<item>[\s\S]*?<link>)https?:\/\/[^/]+/, '$1')),
  },
  createInvalidFeed('guid-called-a-permalink', 'A guid that is not a URL is marked as a permalink', (text) =>
    text.replace(/<guid isPermaLink="false">[^<]*</, '<guid>12345<'),
  ),
  createInvalidFeed('item-without-text', 'An item has neither title nor description', (text) =>
    text.replace(/<item>[\s\S]*?<\/item>/, '<item><guid isPermaLink="false">x</guid></item>'),
  ),
  createInvalidFeed('unknown-member', 'An item has an element that RSS does not define', (text) =>
    text.replace('<item>', '<item><severity>high</severity>'),
  ),
  {
    id: 'feeds-dates-unreadable',
    title: 'Dates are words',
    kills: ['feeds/can-be-read-by-a-lenient-reader', 'feeds/are-valid-rss'],
    alter: changeText(BOTH, (text) => text.replaceAll(/<pubDate>.*?<\/pubDate>/g, '<pubDate>this morning</pubDate>')),
  },
  {
    id: 'feeds-terminal-feed-is-the-account-feed',
    title: 'A terminal feed contains the items of all terminals',
    kills: ['feeds/terminal-feed-is-of-the-terminal'],
    alter: replaceResponse('getTerminalFeed', async ({ request }, pass) => {
      const honest = await pass(request);
      return honest.status === 200
        ? pass({ ...request, url: request.url.replace(/\/feeds\/.*$/, '/feeds/account.xml') })
        : honest;
    }),
  },
  {
    id: 'feeds-account-feed-is-of-one-terminal',
    title: 'The account feed covers one terminal only',
    kills: ['feeds/account-feed-crosses-terminals', 'feeds/account-feed-is-not-of-one-terminal'],
    isSubtle: true,
    alter: changeText('getAccountFeed', (text) => {
      const items = text.match(/<item>[\s\S]*?<\/item>/g) ?? [];
      return items.slice(1).reduce((left, item) => left.replace(item, ''), text);
    }),
  },
  {
    id: 'feeds-guids-change',
    title: 'Every poll returns new guids',
    kills: ['feeds/keep-their-guids'],
    alter: (transport) => {
      let polls = 0;
      return changeText(BOTH, (text) => {
        polls += 1;
        return text.replaceAll('</guid>', `:${polls}</guid>`);
      })(transport);
    },
  },
  {
    id: 'feeds-account-feed-forgets-a-kind',
    title: 'The account feed has no status items',
    kills: ['feeds/account-feed-tells-of-every-kind'],
    alter: changeText('getAccountFeed', (text) =>
      text
        .replaceAll(/<item>[\s\S]*?<\/item>/g, (item) => (isOfState(item) ? '' : item))
        .replace('</channel>', OTHER_NEWS),
    ),
  },
  {
    id: 'feeds-terminal-feed-forgets-commands',
    title: 'A terminal feed has no items about commands',
    kills: ['feeds/terminal-feed-tells-of-commands'],
    alter: changeText('getTerminalFeed', (text) =>
      text.replaceAll(/<item>[\s\S]*?<\/item>/g, (item) => (isOfCommands(item) ? '' : item)),
    ),
  },
  {
    id: 'feeds-a-terminal-names-its-neighbours',
    title: 'Every terminal feed ends with the same item of another terminal',
    kills: ['feeds/terminal-feeds-share-no-items'],
    alter: replaceResponse('getTerminalFeed', async ({ request }, pass) => {
      const honest = await pass(request);
      if (honest.status !== 200) return honest;
      const account = await pass({ ...request, url: request.url.replace(/\/feeds\/.*$/, '/feeds/account.xml') });
      const items = readText(account).match(/<item>[\s\S]*?<\/item>/g) ?? [];
      const body = readText(honest).replace('</channel>', `${items.join('\n')}</channel>`);
      return { ...honest, body: Buffer.from(body) };
    }),
  },
  {
    id: 'feeds-encodings-differ',
    title: 'The XML declaration of a terminal feed names another encoding than the header',
    kills: ['feeds/agree-on-their-encoding'],
    alter: changeText('getTerminalFeed', (text) => text.replace(/encoding="UTF-8"/i, 'encoding="ISO-8859-1"')),
  },
  {
    id: 'feeds-conditions-are-ignored',
    title: 'The account feed has an ETag, but returns the full body to clients that have that version',
    kills: ['feeds/answer-conditional-requests'],
    alter: replaceResponse('getAccountFeed', ({ request }, pass) =>
      pass({ ...request, headers: request.headers.filter(([name]) => !/^if-/i.test(name)) }),
    ),
  },
  {
    id: 'feeds-one-terminal-feed-is-malformed',
    title: 'The feed of one terminal, which is not the busiest one, contains a raw ampersand',
    kills: ['feeds/every-terminal-feed-is-of-its-terminal'],
    isSubtle: true,
    alter: replaceResponse('getTerminalFeed', async ({ request }, pass) => {
      const response = await pass(request);
      if (response.status !== 200 || !/EA000002|WE000008/.test(request.url)) return response;
      return { ...response, body: Buffer.from(readText(response).replace('<title>', '<title>Fox & Hound ')) };
    }),
  },
  {
    id: 'feeds-terminal-feed-forgets-queued-commands',
    title: 'A terminal feed has items about completed commands only',
    kills: ['feeds/terminal-feed-has-commands-in-every-state'],
    isSubtle: true,
    alter: changeText('getTerminalFeed', (text) => removeItems(text, /is asked for its logs/)),
  },
  {
    id: 'feeds-terminal-feed-forgets-jobs',
    title: 'A terminal feed has no items about provisioning jobs',
    kills: ['feeds/terminal-feed-has-provisioning-jobs'],
    alter: changeText('getTerminalFeed', (text) => removeItems(text, /<category>Provisioning/)),
  },
  {
    id: 'feeds-account-feed-forgets-the-journal',
    title: 'The account feed has no switch journal items',
    kills: ['feeds/account-feed-has-the-categories-of-terminal-feeds'],
    alter: changeText('getAccountFeed', (text) => removeItems(text, /<category>Switch journal/)),
  },
  {
    id: 'feeds-account-feed-lacks-the-journal',
    title: 'The account feed has no items of the switch journal, which terminal feeds have',
    kills: ['feeds/account-feed-has-the-kinds-of-terminal-feeds'],
    alter: changeText('getAccountFeed', (text) => removeItems(text, /<category>Switch journal</)),
  },
  {
    id: 'feeds-terminal-feed-lacks-the-journal',
    title: 'Terminal feeds have no items of the switch journal, which the account feed has',
    kills: ['feeds/terminal-feeds-have-the-categories-of-the-account-feed'],
    isSubtle: true,
    alter: changeText('getTerminalFeed', (text) => removeItems(text, /<category>Switch journal</)),
  },
  {
    id: 'feeds-terminal-feed-lacks-transactions',
    title: 'Terminal feeds have no items about transactions',
    kills: ['feeds/have-transactions'],
    alter: changeText('getTerminalFeed', (text) => removeItems(text, /<category>Transactions</)),
  },
];

function removeItems(text: string, about: RegExp): string {
  return text.replaceAll(/<item>[\s\S]*?<\/item>/g, (item) => (about.test(item) ? '' : item));
}
