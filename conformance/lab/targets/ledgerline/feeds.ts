import { createHash } from 'node:crypto';
import { type Answer, type Ask, type Handler, notYours, type Reach } from './ask.ts';
import type { Terminal } from './records.ts';
import { siteOf } from './terminals.ts';
import { newestFirst } from './transactions.ts';

type Topic = 'status' | 'activity' | 'alert' | 'switch journal' | 'command' | 'provisioning';

/** The contents of one feed item. */
interface News {
  readonly terminalId: string;
  readonly topic: Topic;
  readonly atMs: number;
  readonly title: string;
  readonly text: string;
}

const OF_THE_ACCOUNT: readonly Topic[] = ['status', 'activity', 'alert', 'switch journal'];
const ROWS_OF_ACTIVITY = 4;

/** `GET /v1/feeds/account.xml`: the items of all visible terminals, newest first. */
export const accountFeed: Handler = (ask) => {
  const { books, view, broken } = ask;
  const reachOf = (topic: Topic): Reach =>
    broken('scope-account-feed-alerts-of-all') && topic === 'alert' ? 'customer' : 'own';
  const all = books.terminals.flatMap((terminal) => newsOf(ask, terminal));
  const visible = all.filter(
    ({ topic, terminalId }) => OF_THE_ACCOUNT.includes(topic) && view.sees(terminalId, reachOf(topic)),
  );
  const [first] = visible;
  const shown = broken('feeds-account-tells-of-one')
    ? visible.filter((one) => one.terminalId === first?.terminalId)
    : visible;
  return rss(ask, `News of ${view.customer.name}`, shown);
};

/** `GET /v1/feeds/terminals/{terminal_id}.xml`: all items of one terminal, newest first. */
export const terminalFeed: Handler = (ask) => {
  const { books, view, values, broken } = ask;
  const terminal = books.terminals.find(({ id }) => id === values.terminal_id);
  const reach: Reach = broken('scope-terminal-feed-of-anyone') ? 'everyone' : 'own';
  if (terminal === undefined || !view.sees(terminal.id, reach)) return notYours(ask, terminal !== undefined);
  const siblings = broken('feeds-terminal-tells-of-its-group')
    ? books.terminals.filter(({ id, groupId }) => groupId === terminal.groupId && id !== terminal.id && view.sees(id))
    : [];
  const news = [terminal, ...siblings].flatMap((one) => newsOf(ask, one));
  const shown = broken('feeds-terminal-lacks-commands') ? news.filter(({ topic }) => topic !== 'command') : news;
  return rss(ask, `News of terminal ${terminal.id}`, shown);
};

/** Returns a feed without items; a fault returns it to requests without a key. */
export const emptyFeed = (ask: Pick<Ask, 'address' | 'broken' | 'turn'>): Answer => rss(ask, 'News', []);

function newsOf(ask: Ask, terminal: Terminal): News[] {
  const { books, broken } = ask;
  const { id, lastHeartbeatMs } = terminal;
  const place = siteOf(ask, terminal)?.name ?? '';
  const about = (topic: Topic, atMs: number, title: string, text: string): News => {
    return { terminalId: id, topic, atMs, title: `${id} at ${place}: ${title}`, text };
  };
  const movements = books.movements.filter(({ terminalId }) => terminalId === id).sort(newestFirst);
  const card = broken('card-number-in-switch-news') ? ' for 4111 1111 1111 1111' : '';
  return [
    about('status', lastHeartbeatMs, terminal.condition, `Last heartbeat with ${terminal.notes} notes left.`),
    about('alert', lastHeartbeatMs - 1_800_000, 'cash_low', 'Fewer notes than needed for a day.'),
    about(
      'switch journal',
      lastHeartbeatMs - 5_400_000,
      'answer was late',
      `The switch answered after its time${card}.`,
    ),
    about('provisioning', lastHeartbeatMs - 7_200_000, 'job completed', `job-${id} has been applied.`),
    ...books.commands
      .filter(({ terminalId }) => terminalId === id)
      .map((one) => about('command', one.askedAtMs, `${one.verb} ${one.phase}`, `Command ${one.id} is ${one.phase}.`)),
    ...movements
      .slice(0, ROWS_OF_ACTIVITY)
      .map((one) =>
        about(
          'activity',
          one.happenedAtMs,
          `${one.kind} ${one.outcome}`,
          `${one.dispensedCents} cents were dispensed, transaction ${one.id}.`,
        ),
      ),
  ];
}

function rss(
  { address, broken, turn }: Pick<Ask, 'address' | 'broken' | 'turn'>,
  title: string,
  news: readonly News[],
): Answer {
  const newest = [...news].sort((a, b) => b.atMs - a.atMs || (guidOf(a) < guidOf(b) ? -1 : 1));
  const items = newest.map((one, index) => {
    const isRepeated = broken('feeds-repeat-a-guid') && index === newest.length - 1;
    const guid = guidOf(isRepeated ? (newest[0] ?? one) : one) + (broken('feeds-change-their-guids') ? `-${turn}` : '');
    const isWrittenBadly = broken('feeds-date-alerts-otherwise') && one.topic === 'alert';
    const date = isWrittenBadly ? new Date(one.atMs).toISOString() : new Date(one.atMs).toUTCString();
    return `<item><title>${broken('feeds-escape-nothing') ? one.title : escaped(one.title)}</title>
<description>${escaped(one.text)}</description><category>${one.topic}</category>
<guid isPermaLink="false">${guid}</guid><pubDate>${date}</pubDate></item>`;
  });
  const link = broken('feeds-channel-lacks-its-link') ? '' : '<link>https://portal.ledgerline.example/</link>';
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escaped(title)}</title>${link}
<description>${escaped(title)}, the newest first</description>
<atom:link href="${escaped(address)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>`;
  const type = broken('feeds-called-xml') ? 'text/xml' : 'application/rss+xml; charset=utf-8';
  return { status: 200, headers: [['Content-Type', type]], body };
}

const guidOf = ({ terminalId, topic, atMs, title, text }: News): string =>
  `ledgerline:${createHash('sha256').update(`${terminalId}/${topic}/${atMs}/${title}/${text}`).digest('hex').slice(0, 24)}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
