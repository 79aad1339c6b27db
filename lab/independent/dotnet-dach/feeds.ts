// @ts-nocheck: written without noUncheckedIndexedAccess
// RSS 2.0 feeds.

import type { State, Terminal, Tx, User } from './data.ts';
import { NOW } from './data.ts';

interface Source {
  s: State;
  f: (id: string) => boolean;
  visible: (u: User) => Terminal[];
}
interface Item {
  guid: string;
  category: string;
  at: number;
  title: string;
  description: string;
}
const esc = (t: string) => t.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const date = (ms: number) => new Date(ms).toUTCString();
const eur = (c: number) => (c / 100).toFixed(2).replace('.', ',') + ' EUR';

function render(title: string, items: Item[], raw: boolean): string {
  const e = raw ? (t: string) => t : esc;
  const body = [...items]
    .sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1))
    .map(
      (i) =>
        `<item><title>${e(i.title)}</title><description>${e(i.description)}</description><category>${i.category}</category><guid isPermaLink="false">${i.guid}</guid><pubDate>${date(i.at)}</pubDate></item>`,
    );
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>${e(title)}</title><link>https://docs.terminalportal.example/feeds</link><description>Read-only digest</description><language>de</language><lastBuildDate>${date(NOW)}</lastBuildDate>${body.join('')}</channel></rss>`;
}
function common(
  { s, f }: Source,
  terminals: Terminal[],
  txCount: number,
  extra: { alerts?: Set<number>; journal?: Set<number> } = {},
): Item[] {
  const ids = new Set(terminals.map((t) => t.id));
  const name = (id: number) => s.terminals.find((t) => t.id === id)!.name;
  const recent = s.txs
    .filter((t) => ids.has(t.terminalId))
    .sort((a, b) => b.at - a.at || b.id - a.id)
    .slice(0, txCount);
  return [
    ...terminals.map((t) => ({
      guid: `terminal-${t.id}`,
      category: 'TerminalStatus',
      at: t.lastHeartbeatAt,
      title: `Terminal ${t.id}: ${t.name} ist ${t.status}`,
      description: `Letzter Heartbeat von Terminal ${t.id}, Status ${t.status}`,
    })),
    ...recent.map((t: Tx) => ({
      guid: `transaction-${t.id}`,
      category: 'Transaction',
      at: t.at,
      title: `Terminal ${t.terminalId}: ${t.type} ${t.response}`,
      description: f('card-pan-in-feed')
        ? `Sequenz ${t.sequence}, Karte ${t.pan}, ${eur(t.amtComp)}`
        : `Sequenz ${t.sequence}, ${eur(t.amtComp)} an ${name(t.terminalId)}`,
    })),
    ...s.alerts
      .filter((a) => ids.has(a.terminalId) || extra.alerts?.has(a.terminalId))
      .map((a) => ({
        guid: `alert-${a.id}`,
        category: 'Alert',
        at: a.raisedAt,
        title: `Terminal ${a.terminalId}: ${a.event} (${a.status})`,
        description: a.message,
      })),
    ...s.journal
      .filter((j) => ids.has(j.terminalId) || extra.journal?.has(j.terminalId))
      .map((j) => ({
        guid: `journal-${j.id}`,
        category: 'SwitchJournal',
        at: j.at,
        title: `Terminal ${j.terminalId}: ${j.messageType}/${j.code}`,
        description: j.text,
      })),
  ];
}
export function accountFeed(src: Source, u: User): string {
  const { s, f } = src;
  const terminals = src.visible(u);
  const account = new Set(
    s.terminals
      .filter((t) => t.tenantId === u.tenantId && (!u.accountIds || u.accountIds.includes(t.accountId)))
      .map((t) => t.id),
  );
  let items = common(src, terminals, 40, { journal: f('feed-account-journal-of-account') ? account : undefined });
  if (f('feed-account-without-journal')) items = items.filter((i) => i.category !== 'SwitchJournal');
  if (f('feed-account-without-offline'))
    items = items.filter((i) => !(i.category === 'TerminalStatus' && i.title.endsWith('Offline')));
  return render(`Kontofeed ${u.displayName}`, items, f('feed-unescaped'));
}
export function terminalFeed(src: Source, t: Terminal): string {
  const { s, f } = src;
  const sameAccount = new Set(s.terminals.filter((x) => x.accountId === t.accountId).map((x) => x.id));
  const items = common(src, [t], 10, { alerts: f('feed-terminal-alerts-of-account') ? sameAccount : undefined });
  items.push(
    ...s.commands
      .filter((c) => c.terminalId === t.id && !(f('feed-terminal-without-queued') && c.status === 'Queued'))
      .map((c) => ({
        guid: `command-${c.id}`,
        category: 'Command',
        at: c.completedAt ?? c.queuedAt,
        title: `Terminal ${t.id}: Befehl ${c.type} ${c.status}`,
        description: c.resultText ?? 'In Warteschlange',
      })),
  );
  if (!f('feed-terminal-without-jobs'))
    items.push(
      ...s.jobs
        .filter((j) => j.terminalId === t.id)
        .map((j) => ({
          guid: `job-${j.id}`,
          category: 'ProvisioningJob',
          at: j.finishedAt ?? j.createdAt,
          title: `Terminal ${t.id}: ${j.type} ${j.status}`,
          description: `Paket ${j.packageVersion}`,
        })),
    );
  return render(`Terminal ${t.id}: ${t.name}`, items, false);
}
