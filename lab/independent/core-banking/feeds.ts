// @ts-nocheck: written without noUncheckedIndexedAccess
// RSS 2.0 feeds of the gateway.

import type { Store, Trm } from './data.ts';
import { DESC, desc, NOW_DT, NOW_TM } from './data.ts';
import type { FaultId } from './faults.ts';

interface Item {
  title: string;
  link: string;
  guid: string;
  cat: string;
  text: string;
  dt: string;
  tm: string;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 822 date; all terminals run on US Central time, daylight saving since March 8, 2026. */
function rfc822(dt: string, tm: string): string {
  const [y, m, d] = [+dt.slice(0, 4), +dt.slice(4, 6), +dt.slice(6)];
  const wd = new Date(Date.UTC(y, m - 1, d)).getUTCDay();
  return `${DAYS[wd]}, ${dt.slice(6)} ${MONTHS[m - 1]} ${y} ${tm.slice(0, 2)}:${tm.slice(2, 4)}:${tm.slice(4)} -0500`;
}

function render(title: string, self: string, about: string, items: Item[], fault: FaultId | null): string {
  const esc = (s: string): string => {
    const amp = fault === 'feed-ampersand-not-escaped' ? s : s.replaceAll('&', '&amp;');
    return amp.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  };
  const sorted = [...items].sort((a, b) =>
    a.dt + a.tm !== b.dt + b.tm ? (a.dt + a.tm > b.dt + b.tm ? -1 : 1) : a.guid < b.guid ? -1 : 1,
  );
  const body = sorted
    .map(
      (i) => `    <item>
      <title>${esc(i.title)}</title>
      <link>${esc(i.link)}</link>
      <guid isPermaLink="false">${esc(i.guid)}</guid>
      <category>${esc(i.cat)}</category>
      <description>${esc(i.text)}</description>
      <pubDate>${rfc822(i.dt, i.tm)}</pubDate>
    </item>
`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>${esc(title)}</title>
    <link>${esc(self)}</link>
    <description>${esc(about)}</description>
    <language>en-us</language>
    <lastBuildDate>${rfc822(NOW_DT, NOW_TM)}</lastBuildDate>
    <ttl>15</ttl>
${body}  </channel>
</rss>
`;
}

function statusItems(trms: Trm[], base: string): Item[] {
  return trms.flatMap((t) => {
    const link = `${base}/v1/terminals/${t.trmId}/status-monitoring`;
    return [
      {
        title: `HEARTBEAT ${t.trmId}`,
        link,
        guid: `HB-${t.trmId}-${t.hbDt}${t.hbTm}`,
        cat: 'TERMINAL HEARTBEAT',
        text: `LAST HEARTBEAT FROM ${t.loc.locNm}, ${t.loc.cityNm} ${t.loc.stCd}`,
        dt: t.hbDt,
        tm: t.hbTm,
      },
      {
        title: `STATUS ${t.trmId} ${t.stsCd}`,
        link,
        guid: `ST-${t.trmId}-${t.chgDt}${t.chgTm}`,
        cat: 'TERMINAL STATUS',
        text: `${t.loc.locNm} IS ${desc(DESC.trmSts, t.stsCd)}`,
        dt: t.chgDt,
        tm: t.chgTm,
      },
    ];
  });
}

function txnItems(st: Store, ids: ReadonlySet<string>, max: number, base: string): Item[] {
  return st.txns
    .filter((t) => ids.has(t.trmId))
    .slice(-max)
    .map((t) => ({
      title: `TXN ${t.trmId} ${t.typ} ${desc(DESC.rspCd, t.rspCd)}`,
      link: `${base}/v1/transactions/${t.txnId}/timeline`,
      guid: `TX-${t.txnId}`,
      cat: 'TRANSACTION ACTIVITY',
      text: `${desc(DESC.txnTyp, t.typ)} SEQ ${t.stan} REQ ${(t.amtReq / 100).toFixed(2)} CMP ${(t.amtCmp / 100).toFixed(2)}`,
      dt: t.dt,
      tm: t.tm,
    }));
}

function alertItems(st: Store, ids: ReadonlySet<string>, base: string): Item[] {
  return st.alrs
    .filter((a) => ids.has(a.trmId))
    .map((a) => ({
      title: `ALERT ${a.trmId} ${a.alrTyp} ${desc(DESC.alrSts, a.stsCd)}`,
      link: `${base}/v1/terminals/${a.trmId}/status-monitoring`,
      guid: `AL-${a.alrId}`,
      cat: 'ALERT INCIDENT',
      text: a.txt,
      dt: a.clsDt ?? a.opnDt,
      tm: a.clsTm ?? a.opnTm,
    }));
}

function journalItems(st: Store, ids: ReadonlySet<string>, base: string): Item[] {
  return st.jrns
    .filter((j) => ids.has(j.trmId))
    .map((j) => ({
      title: `SWITCH ${j.trmId} ${j.mti}`,
      link: `${base}/v1/terminals/${j.trmId}/transactions`,
      guid: `SJ-${j.jrnId}`,
      cat: 'SWITCH JOURNAL',
      text: j.txt,
      dt: j.jrnDt,
      tm: j.jrnTm,
    }));
}

const idSet = (trms: readonly Trm[]): ReadonlySet<string> => new Set(trms.map((t) => t.trmId));

export function accountFeed(
  st: Store,
  orgId: string,
  orgNm: string,
  vis: Trm[],
  base: string,
  fault: FaultId | null,
): string {
  const ids = idSet(vis);
  const jrnIds = fault === 'account-feed-journal-tenant-wide' ? idSet(st.trms.filter((t) => t.orgId === orgId)) : ids;
  const items = [
    ...statusItems(vis, base),
    ...txnItems(st, ids, 25, base),
    ...(fault === 'account-feed-no-alerts' ? [] : alertItems(st, ids, base)),
    ...journalItems(st, jrnIds, base),
  ];
  return render(
    `${orgNm} ACCOUNT FEED`,
    `${base}/v1/feeds/account.xml`,
    `CROSS-TERMINAL DIGEST FOR ${vis.length} VISIBLE TERMINALS`,
    items,
    fault,
  );
}

export function terminalFeed(st: Store, trm: Trm, base: string, fault: FaultId | null): string {
  const ids = idSet([trm]);
  const alrIds = fault === 'terminal-feed-sibling-alerts' ? idSet(st.trms.filter((t) => t.payNo === trm.payNo)) : ids;
  const cmds = st.cmds.filter(
    (c) => c.trmId === trm.trmId && !(fault === 'terminal-feed-no-queued-commands' && c.stsCd === 'QU'),
  );
  const jobs = fault === 'terminal-feed-no-jobs' ? [] : st.jobs.filter((j) => j.trmId === trm.trmId);
  const items = [
    ...statusItems([trm], base),
    ...txnItems(st, ids, 10, base),
    ...journalItems(st, ids, base),
    ...cmds.map((c) => ({
      title: `COMMAND ${c.trmId} ${c.cmdTyp} ${desc(DESC.cmdSts, c.stsCd)}`,
      link: `${base}/v1/terminals/${c.trmId}/commands`,
      guid: `CM-${c.cmdId}-${c.stsCd}`,
      cat: 'COMMAND ACTIVITY',
      text: `${desc(DESC.cmdTyp, c.cmdTyp)} FROM ${c.reqSrc}`,
      dt: c.cmpDt ?? c.queDt,
      tm: c.cmpTm ?? c.queTm,
    })),
    ...jobs.map((j) => ({
      title: `PROVISIONING ${j.trmId} ${j.jobTyp} ${desc(DESC.jobSts, j.stsCd)}`,
      link: `${base}/v1/terminals/${j.trmId}/provisioning-export`,
      guid: `PJ-${j.jobId}-${j.stsCd}`,
      cat: 'PROVISIONING JOB',
      text: desc(DESC.jobTyp, j.jobTyp),
      dt: j.endDt ?? j.strDt,
      tm: j.endTm ?? j.strTm,
    })),
    ...alertItems(st, alrIds, base),
  ];
  return render(
    `TERMINAL ${trm.trmId} FEED`,
    `${base}/v1/feeds/terminals/${trm.trmId}.xml`,
    `ACTIVITY OF ${trm.loc.locNm}`,
    items,
    fault,
  );
}
