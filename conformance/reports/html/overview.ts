import type { ClauseState, RunResult } from '../../engine/result.ts';
import { listNotes } from '../notes.ts';
import { count } from '../screen.ts';
import { groupBySection, SECTION_TITLES, SECTIONS, type SectionName } from '../sections.ts';
import { topicOf } from './check-card.ts';
import { html, type Markup, nothing } from './markup.ts';
import { FATES, TONE_OF_SECTION } from './tone.ts';

/** The overview: the service, the verdict, and the coverage of the document. */
export function overview(result: RunResult): Markup {
  const { target, startedAt, durationMs, requests, kitVersion } = result;
  const notes = [
    `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    `${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
    ...listNotes(result),
    `fleetkit ${kitVersion}`,
  ];
  return html`<header class="top">
<p class="eyebrow">Conformance report</p>
<h1>${target}</h1>
<p class="run">${notes.join(' · ')}</p>
${verdict(result)}
${result.results.length === 0 ? nothing : figures(result)}
${result.results.length === 0 ? nothing : coverage(result)}
</header>
`;
}

function verdict({ exitCode, exitReason }: RunResult): Markup {
  const isOpen = exitCode === 4 || exitCode === 5;
  const [tone, sign] = exitCode === 0 ? ['green', '✓'] : isOpen ? ['amber', '?'] : ['red', '✗'];
  return html`<div class="verdict ${tone}"><span class="sign" aria-hidden="true">${sign}</span>
<p>${exitReason.slice(0, 1).toUpperCase() + exitReason.slice(1)}</p><span class="exit">exit ${exitCode}</span></div>`;
}

const ALWAYS: readonly SectionName[] = ['failed', 'unverified', 'advice', 'passed'];

function figures(result: RunResult): Markup {
  const parts = groupBySection(result);
  const shown = SECTIONS.filter((name) => ALWAYS.includes(name) || parts[name].length > 0);
  return html`<ul class="figures">
${shown.map((name) => figure(name, parts[name].length))}</ul>`;
}

/** The number of checks in a section, with a link. */
function figure(name: SectionName, number: number): Markup {
  const described = html`<b>${number}</b> <span>${SECTION_TITLES[name].toLowerCase()}</span>`;
  return number === 0
    ? html`<li class="none"><div>${described}</div></li>\n`
    : html`<li class="${TONE_OF_SECTION[name]}"><a href="#${name}">${described}</a></li>\n`;
}

function coverage({ clauses: { list, documented, verified } }: RunResult): Markup {
  const of = (fate: ClauseState) => list.filter((one) => one.fate === fate).length;
  const fates = (Object.keys(FATES) as ClauseState[]).filter((fate) => of(fate) > 0); // its own keys
  const classes = (fate: ClauseState) => `${FATES[fate].tone}${FATES[fate].isOpen ? ' open' : ''}`;
  return html`<div class="coverage"><p><b>${verified} of ${documented}</b> documented rules verified. ${list.length === 0 ? nothing : html`<a href="#clauses">Rule by rule</a>`}</p>
${bar(fates.map((fate) => ({ classes: classes(fate), share: of(fate) })))}
<ul class="legend">${fates.map((fate) => html`<li class="${classes(fate)}"><i></i>${of(fate)} ${FATES[fate].word}</li>`)}</ul></div>`;
}

/** Widths are set by classes, because the policy forbids style attributes. */
const bar = (parts: readonly { readonly classes: string; readonly share: number }[]): Markup =>
  html`<div class="bar" aria-hidden="true">${parts.map(({ classes, share }) => html`<i class="${classes} w${share}"></i>`)}</div>`;

/** The filters, hidden until the script runs. */
export function filters(result: RunResult): Markup {
  const parts = groupBySection(result);
  const topics = [...new Set(result.results.map(topicOf))];
  const levels = [...new Set(result.results.map(({ level }) => level))];
  const option = (value: string) => html`<option value="${value}">${value}</option>`;
  return html`<form class="filters" role="search" aria-label="Filter the checks" hidden>
<div class="row"><input type="search" name="text" placeholder="Search checks, rules, requests …" aria-label="Text">
<select name="topic" aria-label="Topic"><option value="">all topics</option>${topics.map(option)}</select>
<select name="level" aria-label="Level"><option value="">all levels</option>${levels.map(option)}</select>
<button type="reset">Reset</button></div>
<div class="row"><fieldset><legend class="out">Verdict</legend>${SECTIONS.filter((name) => parts[name].length > 0).map(
    (name) =>
      html`<label class="chip ${TONE_OF_SECTION[name]}"><input type="checkbox" name="verdict" value="${name}">${SECTION_TITLES[name]}</label>
`,
  )}</fieldset><output aria-live="polite"></output></div>
</form>
`;
}
