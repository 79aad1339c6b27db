import { createHash } from 'node:crypto';
import type { Terminal } from '../data/model.ts';
import {
  type HandlerRequest,
  type HandlerResponse,
  type LedgerlineHandler,
  respondNotVisible,
  type ViewExtent,
} from '../http/request.ts';
import { findSite } from './terminals.ts';
import { compareNewestFirst } from './transactions.ts';

type Topic = 'status' | 'activity' | 'alert' | 'switch journal' | 'command' | 'provisioning';

/** The contents of one feed item. */
interface FeedItem {
  readonly terminalId: string;
  readonly topic: Topic;
  readonly atMs: number;
  readonly title: string;
  readonly text: string;
}

const ACCOUNT_TOPICS: readonly Topic[] = ['status', 'activity', 'alert', 'switch journal'];
const ACTIVITY_ROWS = 4;

/** `GET /v1/feeds/account.xml`: the items of all visible terminals, newest first. */
export const accountFeed: LedgerlineHandler = (request) => {
  const { data, view, hasFault } = request;
  const selectExtent = (topic: Topic): ViewExtent =>
    hasFault('scope-account-feed-alerts-of-all') && topic === 'alert' ? 'customer' : 'own';
  const all = data.terminals.flatMap((terminal) => listItems(request, terminal));
  const visible = all.filter(
    ({ topic, terminalId }) => ACCOUNT_TOPICS.includes(topic) && view.sees(terminalId, selectExtent(topic)),
  );
  const [first] = visible;
  const shown = hasFault('feeds-account-covers-one')
    ? visible.filter((one) => one.terminalId === first?.terminalId)
    : visible;
  return rss(request, `News of ${view.customer.name}`, shown);
};

/** `GET /v1/feeds/terminals/{terminal_id}.xml`: all items of one terminal, newest first. */
export const terminalFeed: LedgerlineHandler = (request) => {
  const { data, view, values, hasFault } = request;
  const terminal = data.terminals.find(({ id }) => id === values.terminal_id);
  const extent: ViewExtent = hasFault('scope-terminal-feed-of-anyone') ? 'everyone' : 'own';
  if (terminal === undefined || !view.sees(terminal.id, extent))
    return respondNotVisible(request, terminal !== undefined);
  const siblings = hasFault('feeds-terminal-tells-of-its-group')
    ? data.terminals.filter(({ id, groupId }) => groupId === terminal.groupId && id !== terminal.id && view.sees(id))
    : [];
  const items = [terminal, ...siblings].flatMap((one) => listItems(request, one));
  const shown = hasFault('feeds-terminal-lacks-commands') ? items.filter(({ topic }) => topic !== 'command') : items;
  return rss(request, `News of terminal ${terminal.id}`, shown);
};

/** Returns a feed without items; a fault returns it to requests without a key. */
export const emptyFeed = (request: Pick<HandlerRequest, 'address' | 'hasFault' | 'turn'>): HandlerResponse =>
  rss(request, 'News', []);

function listItems(request: HandlerRequest, terminal: Terminal): FeedItem[] {
  const { data, hasFault } = request;
  const { id, lastHeartbeatMs } = terminal;
  const place = findSite(request, terminal)?.name ?? '';
  const makeItem = (contents: Omit<FeedItem, 'terminalId'>): FeedItem => ({
    ...contents,
    terminalId: id,
    title: `${id} at ${place}: ${contents.title}`,
  });
  const records = data.records.filter(({ terminalId }) => terminalId === id).sort(compareNewestFirst);
  const card = hasFault('card-number-in-switch-news') ? ' for 4111 1111 1111 1111' : '';
  return [
    makeItem({
      topic: 'status',
      atMs: lastHeartbeatMs,
      title: terminal.condition,
      text: `Last heartbeat with ${terminal.notes} notes left.`,
    }),
    makeItem({
      topic: 'alert',
      atMs: lastHeartbeatMs - 1_800_000,
      title: 'cash_low',
      text: 'Fewer notes than needed for a day.',
    }),
    makeItem({
      topic: 'switch journal',
      atMs: lastHeartbeatMs - 5_400_000,
      title: 'answer was late',
      text: `The switch answered after its time${card}.`,
    }),
    makeItem({
      topic: 'provisioning',
      atMs: lastHeartbeatMs - 7_200_000,
      title: 'job completed',
      text: `job-${id} has been applied.`,
    }),
    ...data.commands
      .filter(({ terminalId }) => terminalId === id)
      .map((one) =>
        makeItem({
          topic: 'command',
          atMs: one.askedAtMs,
          title: `${one.verb} ${one.phase}`,
          text: `Command ${one.id} is ${one.phase}.`,
        }),
      ),
    ...records.slice(0, ACTIVITY_ROWS).map((one) =>
      makeItem({
        topic: 'activity',
        atMs: one.happenedAtMs,
        title: `${one.kind} ${one.outcome}`,
        text: `${one.dispensedCents} cents were dispensed, transaction ${one.id}.`,
      }),
    ),
  ];
}

function rss(
  { address, hasFault, turn }: Pick<HandlerRequest, 'address' | 'hasFault' | 'turn'>,
  title: string,
  items: readonly FeedItem[],
): HandlerResponse {
  const newest = [...items].sort((a, b) => b.atMs - a.atMs || (makeGuid(a) < makeGuid(b) ? -1 : 1));
  const elements = newest.map((one, index) => {
    const isRepeated = hasFault('feeds-repeat-a-guid') && index === newest.length - 1;
    const guid =
      makeGuid(isRepeated ? (newest[0] ?? one) : one) + (hasFault('feeds-change-their-guids') ? `-${turn}` : '');
    const isWrittenBadly = hasFault('feeds-date-alerts-otherwise') && one.topic === 'alert';
    const date = isWrittenBadly ? new Date(one.atMs).toISOString() : new Date(one.atMs).toUTCString();
    return `<item><title>${hasFault('feeds-escape-nothing') ? one.title : escapeXml(one.title)}</title>
<description>${escapeXml(one.text)}</description><category>${one.topic}</category>
<guid isPermaLink="false">${guid}</guid><pubDate>${date}</pubDate></item>`;
  });
  const link = hasFault('feeds-channel-lacks-its-link') ? '' : '<link>https://portal.ledgerline.example/</link>';
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escapeXml(title)}</title>${link}
<description>${escapeXml(title)}, the newest first</description>
<atom:link href="${escapeXml(address)}" rel="self" type="application/rss+xml"/>
${elements.join('\n')}
</channel></rss>`;
  const type = hasFault('feeds-called-xml') ? 'text/xml' : 'application/rss+xml; charset=utf-8';
  return { status: 200, headers: [['Content-Type', type]], body };
}

const makeGuid = ({ terminalId, topic, atMs, title, text }: FeedItem): string =>
  `ledgerline:${createHash('sha256').update(`${terminalId}/${topic}/${atMs}/${title}/${text}`).digest('hex').slice(0, 24)}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
