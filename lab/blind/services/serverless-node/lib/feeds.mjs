// RSS 2.0 digests.
import { T0, db, index } from './data.mjs';
import { dollars, fault, xmlEscape } from './util.mjs';

const rfc822 = (ms) => new Date(ms).toUTCString();
const newest = (items, n) => items.sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1)).slice(0, n);
const nameOf = (id) => index.terminal.get(id).name;

const item = {
  heartbeat: (h) => ({ cat: 'heartbeat', id: h.id, terminalId: h.terminalId, at: h.at, title: 'heartbeat received', text: 'The terminal reported in.' }),
  change: (c) => ({ cat: 'status', id: c.id, terminalId: c.terminalId, at: c.at, title: `status ${c.from} to ${c.to}`, text: `Status changed from ${c.from} to ${c.to}.` }),
  txn: (x) => ({ cat: 'transaction', id: x.id, terminalId: x.terminalId, at: x.at, title: `${x.type} ${x.outcome}`, text: `${x.type} of ${dollars(x.amtReq)}, completed ${dollars(x.amtComp)}, sequence ${x.seq}: ${x.resp.text}.` }),
  alertOpened: (a) => ({ cat: 'alert', id: a.id, terminalId: a.terminalId, at: a.openedAt, title: `alert ${a.event}`, text: `${a.text} (${a.severity}${a.clearedAt ? ', cleared' : ', open'}).` }),
  journal: (j) => ({ cat: 'journal', id: j.id, terminalId: j.terminalId, at: j.at, title: 'switch journal', text: `${j.text}.` }),
  command: (c) => ({ cat: 'command', id: c.id, terminalId: c.terminalId, at: c.endedAt ?? c.queuedAt, title: `command ${c.type} ${c.state}`, text: `Command ${c.type} is ${c.state}.` }),
  job: (j) => ({ cat: 'provisioning', id: j.id, terminalId: j.terminalId, at: j.endedAt ?? j.startedAt, title: `provisioning ${j.kind} ${j.state}`, text: `Provisioning job ${j.kind} is ${j.state}.` }),
};

function render({ title, description, link }, items) {
  const body = items.map((i) => `    <item>
      <title>${xmlEscape(`${nameOf(i.terminalId)}: ${i.title}`)}</title>
      <description>${xmlEscape(i.text)}</description>
      <link>https://portal.terminalfleet.example/terminals/${i.terminalId}</link>
      <category>${i.cat}</category>
      <guid isPermaLink="false">${i.terminalId}:${i.id}</guid>
      <pubDate>${rfc822(i.at)}</pubDate>
    </item>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>${xmlEscape(title)}</title>
    <link>${link}</link>
    <description>${xmlEscape(description)}</description>
    <language>en-au</language>
    <ttl>5</ttl>
    <lastBuildDate>${rfc822(items.length ? Math.max(...items.map((i) => i.at)) : T0)}</lastBuildDate>
${body.join('\n')}
  </channel>
</rss>
`;
}

export function accountFeed(scope) {
  const take = (rows, make, n) => newest(scope.only(rows).map(make), n);
  const items = newest([
    ...take(db.heartbeats, item.heartbeat, 40),
    ...take(db.statusChanges, item.change, 15),
    ...take(db.txns, item.txn, 25),
    ...take(db.alerts, item.alertOpened, 15),
    ...(fault('account-feed-no-switch-journal') ? [] : take(db.journal, item.journal, 15)),
  ], 110);
  const account = index.account.get(scope.user.accountId);
  return render({ title: `${account.name} fleet`, description: 'Heartbeats, status changes, transactions, alerts and switch journal of your terminals', link: 'https://portal.terminalfleet.example/' }, items);
}

export function terminalFeed(t) {
  const take = (rows, make, n) => newest(rows.filter((x) => x.terminalId === t.id).map(make), n);
  const items = newest([
    ...take(db.heartbeats, item.heartbeat, 1), ...take(db.statusChanges, item.change, 6), ...take(db.txns, item.txn, 15), ...take(db.journal, item.journal, 6),
    ...take(db.commands, item.command, 8), ...take(db.jobs, item.job, 4), ...take(db.alerts, item.alertOpened, 6),
  ], 46);
  return render({ title: t.name, description: `Activity of ${t.name}`, link: `https://portal.terminalfleet.example/terminals/${t.id}` }, items);
}
