import { type Answer, rss } from './answer.ts';
import { type Scoped, strangersTo } from './asked.ts';
import { MINUTE_MS, rssDateOf } from './clock.ts';
import type { Terminal } from './model.ts';
import { moneyOf } from './present.ts';
import type { View } from './scope.ts';
import { conditionOf } from './unit.ts';

type Kind = 'Unit' | 'Alert' | 'Journal' | 'Transaction' | 'Command' | 'Provisioning';

interface Item {
  readonly kind: Kind;
  /** Unique for each item; the permalink ends in it. */
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly atMs: number;
}

const LATEST = 25;

/** Returns the items of all visible terminals: status, alerts, switch journal, and the latest transactions. */
export function accountFeed(asked: Scoped): Answer {
  const { view, broken } = asked;
  const own = view.terminals.flatMap((terminal) => aboutTerminal(terminal, asked));
  const visible = broken('feeds-account-without-the-journal') ? own.filter(({ kind }) => kind !== 'Journal') : own;
  const strangers = broken('scope-account-feed-tells-of-a-stranger') ? strangersTo(asked) : [];
  const leaked = strangers.flatMap((other) => transactionItems(other, asked).slice(0, 1));
  const title = `${view.customer.name}: what is new`;
  return feedAnswer(title, [...visible, ...transactionItems(view, asked), ...leaked], asked);
}

/** Returns the items of one terminal: the same, plus its commands and provisioning. */
export function unitFeed(terminal: Terminal, asked: Scoped): Answer {
  const { view, broken } = asked;
  const isOwn = ({ terminalId }: { readonly terminalId: string }) => terminalId === terminal.id;
  const { jobId, jobAtMs, revision } = conditionOf(terminal, asked);
  const other = view.terminals.find(({ id }) => id !== terminal.id);
  const strays =
    other !== undefined && broken('feeds-terminal-tells-of-another') ? aboutTerminal(other, asked).slice(0, 1) : [];
  const commands = view.commands.filter(isOwn).map((command): Item => {
    const done = command.completedAtMs;
    const text = `${command.order} is ${done === undefined ? 'queued' : 'completed'} at ${terminal.id}`;
    return { kind: 'Command', code: command.id, title: command.order, text, atMs: done ?? command.queuedAtMs };
  });
  const job: Item = {
    kind: 'Provisioning',
    code: jobId,
    title: `Revision ${revision}`,
    text: `Provisioning job ${jobId} of ${terminal.id} is completed`,
    atMs: jobAtMs,
  };
  const rows = { ...view, transactions: view.transactions.filter(isOwn) };
  const items = [...aboutTerminal(terminal, asked), ...transactionItems(rows, asked), ...commands, job, ...strays];
  const answer = feedAnswer(`Unit ${terminal.id}`, items, asked);
  if (!broken('feeds-terminal-as-text-xml')) return answer;
  return { ...answer, headers: [['Content-Type', 'text/xml; charset=utf-8'], ...answer.headers.slice(1)] };
}

function aboutTerminal(terminal: Terminal, asked: Scoped): Item[] {
  const { state, lastHeartbeatMs, alert, alertAtMs } = conditionOf(terminal, asked);
  const site = asked.view.customer.sites.find(({ id }) => id === terminal.siteId)?.name ?? '';
  const item = (kind: Kind, title: string, text: string, atMs: number): Item => ({
    kind,
    code: `${terminal.id}-${kind}`,
    title,
    text,
    atMs,
  });
  const card = asked.broken('card-data-spaced-in-the-journal-news') ? ' for 4539 5787 6362 1486' : '';
  return [
    item('Unit', `${site} is ${state.toLowerCase()}`, `Heartbeat of ${terminal.id} received`, lastHeartbeatMs),
    item('Alert', alert, `${alert} at ${terminal.id}, ${site}`, alertAtMs),
    item(
      'Journal',
      'Switch journal',
      `${terminal.connectorId} answered ${terminal.id}${card}`,
      lastHeartbeatMs - MINUTE_MS,
    ),
  ];
}

const transactionItems = ({ transactions, customer }: View, { broken }: Scoped): Item[] =>
  transactions.slice(0, LATEST).map((row, index) => {
    const { amount, currency } = moneyOf(row.completedCents, customer.currency);
    const code = index === 7 && broken('feeds-one-permalink-twice') ? (transactions[0]?.id ?? row.id) : row.id;
    const text = `${row.type} with answer ${row.response} at ${row.terminalId}, trace ${row.trace}`;
    return { kind: 'Transaction', code, title: `${amount} ${currency}`, text, atMs: row.atMs };
  });

/** RSS 2.0, oldest item first. */
function feedAnswer(title: string, items: readonly Item[], { url, standing, broken }: Scoped): Answer {
  const poll = broken('feeds-permalinks-change') ? `?poll=${standing.store.requests}` : '';
  const shown = items.toSorted((a, b) => a.atMs - b.atMs || (a.code < b.code ? -1 : 1));
  const text = (raw: string) => (broken('feeds-ampersands-stand-bare') ? raw : escaped(raw));
  const itemOf = ({ kind, code, title: heading, text: body, atMs }: Item) =>
    [
      `<item><guid>https://harbour.example/activity/${code}${poll}</guid><category>${kind}</category>`,
      `<title>${text(heading)}</title><description>${escaped(body)}</description>`,
      `<pubDate>${broken('feeds-weekdays-are-wrong') ? `Mon${rssDateOf(atMs).slice(3)}` : rssDateOf(atMs)}</pubDate></item>`,
    ].join('');
  return rss(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<rss version="2.0"><channel><title>${escaped(title)}</title>`,
      `<link>${escaped(url.origin)}/</link><description>As of the last heartbeats</description><ttl>5</ttl>`,
      ...shown.map(itemOf),
      '</channel></rss>\n',
    ].join('\n'),
  );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
