import { formatRssDate, MINUTE_MS } from '../data/clock.ts';
import type { Terminal } from '../data/model.ts';
import { presentMoney } from '../data/money.ts';
import type { HarbourView } from '../data/scope.ts';
import { openForeignViews, type ScopedRequest } from '../http/request.ts';
import { type HarbourResponse, rssResponse } from '../http/response.ts';
import { drawCondition } from './terminal-details.ts';

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
export function respondAccountFeed(request: ScopedRequest): HarbourResponse {
  const { view, hasFault } = request;
  const own = view.terminals.flatMap((terminal) => listTerminalItems(terminal, request));
  const visible = hasFault('feeds-account-without-the-journal') ? own.filter(({ kind }) => kind !== 'Journal') : own;
  const strangers = hasFault('scope-account-feed-tells-of-a-stranger') ? openForeignViews(request) : [];
  const leaked = strangers.flatMap((other) => listTransactionItems(other, request).slice(0, 1));
  const title = `${view.customer.name}: what is new`;
  return respondWithFeed(title, [...visible, ...listTransactionItems(view, request), ...leaked], request);
}

/** Returns the items of one terminal: the same, plus its commands and provisioning. */
export function respondTerminalFeed(terminal: Terminal, request: ScopedRequest): HarbourResponse {
  const { view, hasFault } = request;
  const isOwn = ({ terminalId }: { readonly terminalId: string }) => terminalId === terminal.id;
  const { jobId, jobAtMs, revision } = drawCondition(terminal, request);
  const other = view.terminals.find(({ id }) => id !== terminal.id);
  const strays =
    other !== undefined && hasFault('feeds-terminal-tells-of-another')
      ? listTerminalItems(other, request).slice(0, 1)
      : [];
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
  const items = [
    ...listTerminalItems(terminal, request),
    ...listTransactionItems(rows, request),
    ...commands,
    job,
    ...strays,
  ];
  const answer = respondWithFeed(`Unit ${terminal.id}`, items, request);
  if (!hasFault('feeds-terminal-as-text-xml')) return answer;
  return { ...answer, headers: [['Content-Type', 'text/xml; charset=utf-8'], ...answer.headers.slice(1)] };
}

function listTerminalItems(terminal: Terminal, request: ScopedRequest): Item[] {
  const { state, lastHeartbeatMs, alert, alertAtMs } = drawCondition(terminal, request);
  const site = request.view.customer.sites.find(({ id }) => id === terminal.siteId)?.name ?? '';
  const item = (contents: Omit<Item, 'code'>): Item => ({ ...contents, code: `${terminal.id}-${contents.kind}` });
  const card = request.hasFault('card-data-spaced-in-the-journal-news') ? ' for 4539 5787 6362 1486' : '';
  return [
    item({
      kind: 'Unit',
      title: `${site} is ${state.toLowerCase()}`,
      text: `Heartbeat of ${terminal.id} received`,
      atMs: lastHeartbeatMs,
    }),
    item({ kind: 'Alert', title: alert, text: `${alert} at ${terminal.id}, ${site}`, atMs: alertAtMs }),
    item({
      kind: 'Journal',
      title: 'Switch journal',
      text: `${terminal.connectorId} answered ${terminal.id}${card}`,
      atMs: lastHeartbeatMs - MINUTE_MS,
    }),
  ];
}

const listTransactionItems = ({ transactions, customer }: HarbourView, { hasFault }: ScopedRequest): Item[] =>
  transactions.slice(0, LATEST).map((row, index) => {
    const { amount, currency } = presentMoney(row.completedCents, customer.currency);
    const code = index === 7 && hasFault('feeds-one-permalink-twice') ? (transactions[0]?.id ?? row.id) : row.id;
    const text = `${row.type} with answer ${row.response} at ${row.terminalId}, trace ${row.trace}`;
    return { kind: 'Transaction', code, title: `${amount} ${currency}`, text, atMs: row.atMs };
  });

/** RSS 2.0, oldest item first. */
function respondWithFeed(
  title: string,
  items: readonly Item[],
  { url, dataState, hasFault }: ScopedRequest,
): HarbourResponse {
  const poll = hasFault('feeds-permalinks-change') ? `?poll=${dataState.store.requests}` : '';
  const shown = items.toSorted((a, b) => a.atMs - b.atMs || (a.code < b.code ? -1 : 1));
  const text = (raw: string) => (hasFault('feeds-ampersands-stand-bare') ? raw : escapeXml(raw));
  const formatItem = ({ kind, code, title: heading, text: body, atMs }: Item) =>
    [
      `<item><guid>https://harbour.example/activity/${code}${poll}</guid><category>${kind}</category>`,
      `<title>${text(heading)}</title><description>${escapeXml(body)}</description>`,
      `<pubDate>${hasFault('feeds-weekdays-are-wrong') ? `Mon${formatRssDate(atMs).slice(3)}` : formatRssDate(atMs)}</pubDate></item>`,
    ].join('');
  return rssResponse(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<rss version="2.0"><channel><title>${escapeXml(title)}</title>`,
      `<link>${escapeXml(url.origin)}/</link><description>As of the last heartbeats</description><ttl>5</ttl>`,
      ...shown.map(formatItem),
      '</channel></rss>\n',
    ].join('\n'),
  );
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
