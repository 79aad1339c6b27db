import { html, Markup } from '../../../../conformance/reports/html/markup.ts';
import type { LiveLog, LogEntry } from './live-log.ts';

/** The figures that the page shows beside the log. */
export interface PageState {
  readonly log: LiveLog;
  readonly upstream: string;
  readonly url: string;
  readonly requests: number;
}

/** The bundler rewrites tagged templates with the end of a script to code that needs a library of its runtime. */
const SCRIPT = new Markup('<script src="/page.js" defer></script>');

/** Returns the page as HTML. It is complete without its script, which renews the element `main` after each event. */
export const formatPage = ({ log, upstream, url, requests }: PageState): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${formatCount(log.counts.failed, 'violation')} · fleetkit proxy</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
${SCRIPT}
</head>
<body>
<header><h1>fleetkit proxy</h1><p>Clients of ${url} reach ${upstream}.</p></header>
<main>
<p role="status" id="summary">${formatCount(requests, 'request')}: ${formatCount(log.counts.failed, 'violation')}, ${log.counts.advice} with advice, ${formatCount(log.counts.note, 'note')}</p>
${formatLog(log)}
</main>
</body>
</html>
`.text;

const formatLog = ({ entries }: LiveLog): Markup =>
  entries.length === 0
    ? html`<p>No violations so far.</p>`
    : html`<section aria-labelledby="latest"><h2 id="latest">Latest events</h2>
<p>Newest first. Each rule appears once for an operation and a caller.</p>
<ol>${entries.map(formatEntry)}</ol></section>`;

const formatEntry = ({ time, kind, where = '', rule = '', text }: LogEntry): Markup =>
  html`<li class="${kind}"><p><time>${time}</time> <strong>${KINDS[kind]}</strong> ${where} <code>${rule}</code></p><p>${text}</p></li>
`;

const KINDS = { failed: 'Failed', advice: 'Advice', note: 'Note' } as const;

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const PAGE_STYLE = `:root { --page: #f6f7f9; --card: #fff; --line: #c9d0d8; --ink: #1a1f26; --soft: #56606c; --red: #b3261e; --amber: #855300; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0e1217; --card: #161b22; --line: #3a434e; --ink: #e5e9ee; --soft: #9ba6b2; --red: #ff9289; --amber: #f0bf64; }
}
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.125rem; margin: 1.5rem 0 0; }
header p, section > p { margin: 0; color: var(--soft); }
#summary { font-weight: 600; }
ol { list-style: none; padding: 0; }
li { border: 1px solid var(--line); border-left-width: .4rem; border-radius: .4rem; background: var(--card); padding: .5rem .9rem; margin: .6rem 0; }
li p { margin: 0; }
time { font-variant-numeric: tabular-nums; color: var(--soft); }
.failed { border-left-color: var(--red); } .failed strong { color: var(--red); }
.advice { border-left-color: var(--amber); } .advice strong { color: var(--amber); }
`;

export const PAGE_SCRIPT = `'use strict';
new EventSource('/events').onmessage = async () => {
  const response = await fetch('/');
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.title = next.title;
  const [shown, renewed] = [document, next].map((page) => page.querySelector('main'));
  shown.querySelector('#summary').textContent = renewed.querySelector('#summary').textContent;
  shown.querySelectorAll(':scope > :not(#summary)').forEach((one) => one.remove());
  shown.append(...renewed.querySelectorAll(':scope > :not(#summary)'));
};
`;
