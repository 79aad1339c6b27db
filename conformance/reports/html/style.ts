/** The style of the page: light and dark mode, narrow screens, print. Colour is never the only signal. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --sunken: #f0f2f5; --line: #d8dde3; --ink: #1a1f26; --soft: #56606c;
  --accent: #1d5bbf; --red: #b3261e; --red-bg: #fdeceb; --amber: #855300; --amber-bg: #fdf3dd;
  --green: #136c3d; --green-bg: #e5f5eb; --grey: #56606c; --grey-bg: #eceff3; --violet: #6b3fa0; --violet-bg: #f2ebfb;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1217; --card: #161b22; --sunken: #0f141a; --line: #2c343e; --ink: #e5e9ee; --soft: #9ba6b2;
    --accent: #7fb0ff; --red: #ff9289; --red-bg: #3a1a18; --amber: #f0bf64; --amber-bg: #35290f;
    --green: #74d39c; --green-bg: #12301f; --grey: #aab4bf; --grey-bg: #232a33; --violet: #c9a7f5; --violet-bg: #2b2038;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif; -webkit-text-size-adjust: 100%; }
.wrap { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }
.out { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.top { padding: 2.25rem 0 0; }
.eyebrow { margin: 0; color: var(--soft); font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; }
h1 { margin: .15rem 0 0; font-size: clamp(1.35rem, 4.5vw, 1.9rem); line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; }
.run { margin: .4rem 0 0; color: var(--soft); font-size: .875rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem; line-height: 1.3; font-weight: 650; }
h2 .n { color: var(--soft); font-weight: 400; }
.lead { margin: -.4rem 0 .9rem; color: var(--soft); font-size: .9375rem; }

.verdict { display: flex; gap: 1rem; align-items: center; margin: 1.4rem 0 0; padding: .9rem 1.15rem; border-radius: 10px; border: 1px solid; background: var(--bg); border-color: var(--fg); }
.verdict .sign { font-size: 1.5rem; line-height: 1; color: var(--fg); }
.verdict p { margin: 0; font-size: 1.0625rem; font-weight: 600; overflow-wrap: anywhere; }
.verdict .exit { margin-left: auto; flex: none; font: 600 .875rem/1 var(--mono); color: var(--fg); }
.red { --fg: var(--red); --bg: var(--red-bg); } .amber { --fg: var(--amber); --bg: var(--amber-bg); }
.green { --fg: var(--green); --bg: var(--green-bg); } .grey { --fg: var(--grey); --bg: var(--grey-bg); }
.violet { --fg: var(--violet); --bg: var(--violet-bg); }

.summary { margin: .9rem 0 0; padding: .35rem 1.15rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); font-size: .9375rem; }
.summary div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .1rem .9rem; padding: .35rem 0; }
.summary div + div { border-top: 1px solid var(--line); }
.summary dt { color: var(--soft); } .summary dd { margin: 0; overflow-wrap: anywhere; }
.hint { margin: .6rem 0 0; padding: .7rem 1.15rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); font-size: .9375rem; overflow-wrap: anywhere; }
.top .panel { margin: .6rem 0 0; } .top table { width: auto; } .top th, .top td { padding-right: 2rem; } .top th:last-child, .top td:last-child { padding-right: 0; } .top th { overflow-wrap: normal; } .top td:first-child { min-width: 6rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .6rem; margin: .9rem 0 0; padding: 0; list-style: none; }
.figures a, .figures div { display: block; height: 100%; padding: .65rem .9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; text-decoration: none; }
.figures a:hover { border-color: var(--fg); }
.figures b { display: block; font-size: 1.5rem; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums; color: var(--fg); }
.figures .none b { color: var(--soft); font-weight: 400; }
.figures span { display: block; color: var(--soft); font-size: .8125rem; line-height: 1.35; }

.coverage { margin: .6rem 0 0; padding: .9rem 1.15rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.coverage p { margin: 0 0 .6rem; font-size: .9375rem; }
.bar { display: flex; gap: 2px; height: .8rem; border-radius: 4px; overflow: hidden; background: var(--sunken); }
.bar i { display: block; background: var(--fg); min-width: 3px; }
.bar .open { background: repeating-linear-gradient(45deg, var(--fg) 0 3px, transparent 3px 6px), var(--bg); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: .65rem 0 0; padding: 0; list-style: none; font-size: .8125rem; color: var(--soft); }
.legend i { display: inline-block; width: .7rem; height: .7rem; margin-right: .4rem; border-radius: 2px; background: var(--fg); vertical-align: -1px; }
.legend .open i { background: repeating-linear-gradient(45deg, var(--fg) 0 2px, transparent 2px 4px), var(--bg); }

.filters { margin: 1.4rem 0 0; padding: .85rem 1.15rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); display: grid; gap: .7rem; }
.filters[hidden] { display: none; }
.filters .row { display: flex; flex-wrap: wrap; gap: .6rem; }
.filters input[type=search], .filters select, .filters button { font: inherit; font-size: .9375rem; padding: .4rem .65rem; border: 1px solid var(--line); border-radius: 7px; background: var(--page); color: inherit; min-height: 2.4rem; max-width: 100%; }
.filters input[type=search] { flex: 1 1 14rem; min-width: 0; }
.filters select { flex: 0 1 auto; }
.filters fieldset { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; border: 0; }
.filters legend { padding: 0; }
.chip { display: inline-flex; align-items: center; gap: .4rem; padding: .2rem .7rem .2rem .5rem; border: 1px solid var(--line); border-radius: 99px; font-size: .875rem; cursor: pointer; min-height: 2rem; }
.chip:has(:checked) { background: var(--bg); border-color: var(--fg); color: var(--fg); }
.chip input { accent-color: var(--fg); margin: 0; }
.filters output { color: var(--soft); font-size: .875rem; align-self: center; }

.check { margin: 0 0 .6rem; border: 1px solid var(--line); border-left: 4px solid var(--fg); border-radius: 8px; background: var(--card); }
.check > summary { display: grid; grid-template-columns: auto 1fr; gap: .1rem .7rem; align-items: baseline; padding: .6rem .9rem; cursor: pointer; list-style: none; border-radius: 8px; }
summary::-webkit-details-marker { display: none; }
.check > summary:hover { background: var(--sunken); }
.badge { display: inline-block; padding: .05rem .5rem; border-radius: 99px; background: var(--bg); color: var(--fg); font-size: .75rem; line-height: 1.55; font-weight: 600; white-space: nowrap; }
.id { font: 600 .9375rem/1.5 var(--mono); overflow-wrap: anywhere; }
.title { grid-column: 1 / -1; color: var(--soft); font-size: .9375rem; }
.reason { margin: 0 0 .8rem; border: 1px solid var(--line); border-left: 4px solid var(--fg); border-radius: 8px; background: var(--card); }
.reason[hidden] { display: none; }
.reason > p { margin: 0; padding: .6rem .9rem; color: var(--fg); font-size: .9375rem; overflow-wrap: anywhere; }
.reason .n { color: var(--soft); white-space: nowrap; }
.reason .check { margin: 0; border: 0; border-top: 1px solid var(--line); border-radius: 0; background: none; }
.reason .check > summary { grid-template-columns: minmax(0, 25rem) minmax(0, 1fr); padding: .4rem .9rem; border-radius: 0; }
.reason .id { font-weight: 500; font-size: .875rem; } .reason .title { grid-column: auto; font-size: .875rem; }
.check[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
.inside { padding: .9rem .9rem 1rem; }
.inside > :first-child { margin-top: 0; } .inside > :last-child { margin-bottom: 0; }
.statement { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .4rem .9rem; margin: 0 0 .9rem; font-size: .9375rem; }
.statement dt { color: var(--soft); }
.statement dd { margin: 0; overflow-wrap: anywhere; }
.statement .source { color: var(--soft); font-size: .8125rem; }
.came { color: var(--fg); font-weight: 550; }
code, pre { font-family: var(--mono); font-size: .84375rem; }
pre { margin: 0; padding: .65rem .8rem; border-radius: 7px; background: var(--sunken); border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; }
.again { position: relative; margin: 0 0 .9rem; }
.again > p, .label { margin: 0 0 .3rem; color: var(--soft); font-size: .8125rem; }
.copy { position: absolute; top: -.25rem; right: 0; font: inherit; font-size: .8125rem; padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--accent); cursor: pointer; }
.fold { margin: .5rem 0 0; }
.fold > summary, .group > summary { cursor: pointer; list-style: none; color: var(--accent); font-size: .9375rem; width: fit-content; }
.fold > summary::before, .group > summary::before { content: '\\25b8'; display: inline-block; width: 1.1em; }
.fold[open] > summary::before, .group[open] > summary::before { content: '\\25be'; }
.group > summary { color: inherit; }
.group > summary h2 { display: inline; }
.group { margin-top: 2.5rem; } .group[open] > summary { margin-bottom: .8rem; }
.cases { margin: .5rem 0 0; padding: 0; list-style: none; font-size: .9rem; }
.cases li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .1rem .9rem; padding: .35rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.cases li:first-child { border-top: 0; }
.cases .badge { justify-self: start; align-self: start; }
.cases small { grid-column: 2; color: var(--soft); font-size: .8125rem; }
.exchange { margin: .7rem 0 0; }
.exchange p, p.exchange { margin: 0 0 .3rem; font-size: .875rem; overflow-wrap: anywhere; }
.exchanges { padding: .5rem 1rem; }
.exchange .meta { color: var(--soft); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .45rem .7rem .45rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; font-size: .8125rem; border-top: 0; }
td.num, th.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.stack .fate { width: 10rem; } #bindings td:first-child { width: 17rem; } #baseline td:nth-child(2), #choices td:first-child { min-width: 17rem; }
.panel { padding: .4rem 1.15rem .6rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); overflow-x: auto; }
.panel h3 { margin: 1rem 0 .2rem; font-size: .9375rem; }
.panel small { color: var(--soft); display: block; font-size: .8125rem; }
.reasons { margin: 0 0 .9rem; }
footer { margin: 3rem 0 2.5rem; padding-top: 1.1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
footer dl { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: .25rem 1rem; margin: 0 0 1rem; } footer dd { margin: 0; }

@media (max-width: 40rem) {
  .wrap { padding: 0 .9rem; }
  .top { padding-top: 1.4rem; }
  .verdict { flex-wrap: wrap; gap: .5rem .8rem; } .verdict p { flex: 1 1 0; }
  .verdict .exit { margin-left: 0; flex-basis: 100%; padding-left: 2.3rem; }
  .figures { grid-template-columns: repeat(3, 1fr); gap: .45rem; } .figures a, .figures div { padding: .5rem .6rem; }
  .summary div, .reason .check > summary { grid-template-columns: 1fr; }
  .statement { grid-template-columns: 1fr; gap: 0; } .statement dd { margin: 0 0 .55rem; }
  .cases li { grid-template-columns: 1fr; } .cases small { grid-column: 1; }
  .filters select { flex: 1 1 8rem; }
  .panel { padding: .3rem .8rem .5rem; }
  #bindings td:first-child { width: auto; } #baseline td:nth-child(2), #choices td:first-child { min-width: 0; }
  .stack thead { display: none; } .stack tr { display: block; padding: .5rem 0; border-top: 1px solid var(--line); } .stack tr:first-child { border-top: 0; } .stack td, .stack .fate { display: block; width: auto; border: 0; padding: .1rem 0; }
  .top th, .top td { padding-right: .8rem; } .top th { vertical-align: bottom; }
  .top th.num { white-space: normal; }
  footer dl { grid-template-columns: 1fr; gap: 0; } footer dd { margin-bottom: .5rem; }
}
@media print {
  :root { --page: #fff; --card: #fff; --sunken: #fff; --line: #bbb; --ink: #000; --soft: #444; --accent: #000; --red: #a00; --amber: #640; --green: #050; --grey: #444; --violet: #426; --red-bg: #fff; --amber-bg: #fff; --green-bg: #fff; --grey-bg: #fff; --violet-bg: #fff; }
  body { font-size: 11px; }
  .filters, .copy, .skip { display: none; }
  .wrap { max-width: none; padding: 0; }
  .check, .verdict, .summary, tr { break-inside: avoid; } .reason > p { break-after: avoid; } h2 { break-after: avoid; }
  .bar, .legend i, .verdict { print-color-adjust: exact; }
}
`;
