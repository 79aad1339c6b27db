import type { ClauseState, RunResult } from '../../engine/results/result.ts';
import { formatInitCommand } from '../parts/next-steps.ts';
import { listNotes } from '../parts/notes.ts';
import { pluralize } from '../parts/screen.ts';
import { groupBySection, SECTION_TITLES, SECTIONS, type SectionName } from '../parts/sections.ts';
import { describeEffect, SUMMARY_LABELS, summariseRun } from '../parts/summary.ts';
import { renderLink } from './appendix.ts';
import { getCheckTopic } from './check-card.ts';
import { html, type Markup, nothing } from './markup.ts';
import { FATES, TONE_OF_SECTION } from './tone.ts';

/** The overview: the service, the verdict, and the coverage of the document. */
export function renderOverview(result: RunResult): Markup {
  const { target, startedAt, durationMs, requests, kitVersion } = result;
  const notes = [
    `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    `${pluralize(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
    ...listNotes(result),
    `fleetkit ${kitVersion}`,
  ];
  return html`<header class="top">
<p class="eyebrow">Conformance report</p>
<h1>${target}</h1>
<p class="run">${notes.join(' · ')}</p>
${renderVerdict(result)}
${
  result.results.length === 0
    ? nothing
    : html`${runSummary(result)}
${renderFigures(result)}
${renderCoverage(result)}
`
}${bindingsHint(result)}${renderKeysPanel(result)}</header>
`;
}

function renderVerdict({ exitCode, exitReason }: RunResult): Markup {
  const isOpen = exitCode === 4 || exitCode === 5;
  const [tone, sign] = exitCode === 0 ? ['green', '✓'] : isOpen ? ['amber', '?'] : ['red', '✗'];
  return html`<div class="verdict ${tone}"><span class="sign" aria-hidden="true">${sign}</span>
<p>${exitReason.slice(0, 1).toUpperCase() + exitReason.slice(1)}</p><span class="exit">exit ${exitCode}</span></div>`;
}

/** Formats the summary; the verdict is above it. */
function runSummary(result: RunResult): Markup {
  const { wrong, unverified, advice, next } = summariseRun(result);
  const row = (label: string, content: Markup) => html`<div><dt>${label}</dt><dd>${content}</dd></div>\n`;
  const findings = wrong.map(
    ({ text, ids }, place) => html`${place === 0 ? '' : '; '}${text}: ${listLinks(ids, result)}`,
  );
  const rows = [
    ...(wrong.length === 0 ? [] : [row(SUMMARY_LABELS.wrong, html`${findings}`)]),
    ...(unverified === '' ? [] : [row(SUMMARY_LABELS.unverified, html`${unverified}`)]),
    ...(advice === undefined
      ? []
      : [row(SUMMARY_LABELS.advice, html`${advice.text}: ${listLinks(advice.ids, result)}`)]),
    ...(next === undefined
      ? []
      : [row(SUMMARY_LABELS.next, html`${next.action}: <code>${next.detail}</code> (${describeEffect(next)})`)]),
  ];
  return rows.length === 0 ? nothing : html`<dl class="summary">\n${rows}</dl>`;
}

function listLinks(ids: readonly string[], { results }: RunResult): Markup {
  const ran = new Set(results.map(({ id }) => id));
  return html`${ids.map((id, place) => html`${place === 0 ? '' : ', '}${renderLink(id, ran)}`)}`;
}

const ALWAYS: readonly SectionName[] = ['failed', 'unverified', 'advice', 'passed'];

function renderFigures(result: RunResult): Markup {
  const parts = groupBySection(result);
  const shown = SECTIONS.filter((name) => ALWAYS.includes(name) || parts[name].length > 0);
  return html`<ul class="figures">
${shown.map((name) => renderFigure(name, parts[name].length))}</ul>`;
}

const FIGURE_LABELS: Readonly<Record<SectionName, string>> = {
  failed: 'required checks failed',
  errors: 'kit errors',
  unverified: 'required checks not verified',
  advice: 'advice not followed',
  adviceUnverified: 'advice checks not verified',
  known: 'known issues',
  notApplicable: 'not applicable',
  passed: 'passed',
};

/** The number of checks in a section, with a link. */
function renderFigure(name: SectionName, number: number): Markup {
  const described = html`<b>${number}</b> <span>${FIGURE_LABELS[name]}</span>`;
  return number === 0
    ? html`<li class="none"><div>${described}</div></li>\n`
    : html`<li class="${TONE_OF_SECTION[name]}"><a href="#${name}">${described}</a></li>\n`;
}

function renderCoverage({ clauses: { list, documented, verified } }: RunResult): Markup {
  const of = (fate: ClauseState) => list.filter((one) => one.fate === fate).length;
  const fates = (Object.keys(FATES) as ClauseState[]).filter((fate) => of(fate) > 0); // its own keys
  const classes = (fate: ClauseState) => `${FATES[fate].tone}${FATES[fate].isOpen ? ' open' : ''}`;
  return html`<div class="coverage"><p><b>${verified} of ${documented}</b> documented rules verified, some by several checks. ${list.length === 0 ? nothing : html`<a href="#clauses">Rule by rule</a>`}</p>
${renderBar(fates.map((fate) => ({ classes: classes(fate), share: of(fate) })))}
<ul class="legend">${fates.map((fate) => html`<li class="${classes(fate)}"><i></i>${of(fate)} ${FATES[fate].word}</li>`)}</ul></div>`;
}

/** Widths are set by classes, because the policy forbids style attributes. */
const renderBar = (parts: readonly { readonly classes: string; readonly share: number }[]): Markup =>
  html`<div class="bar" aria-hidden="true">${parts.map(({ classes, share }) => html`<i class="${classes} w${share}"></i>`)}</div>`;

/** How to correct inferred bindings, if some are guesses or missing. */
function bindingsHint({ bindings, target }: RunResult): Markup {
  if (bindings?.origin !== 'inferred') return nothing;
  const guessed = bindings.found.filter(({ confidence }) => confidence === 'guess').length;
  const missing = bindings.missing.length;
  if (guessed + missing === 0) return nothing;
  return html`<p class="hint"><a href="#bindings">Inferred bindings</a>: ${guessed} guessed, ${missing} not found. To review and correct them, run <code>${formatInitCommand(target)}</code></p>
`;
}

/** The keys by name, and what each can read. */
function renderKeysPanel({ keys }: RunResult): Markup {
  if (keys.length === 0) return nothing;
  const rows = keys.map(
    ({ name, opens, terminals, transactions }) =>
      html`<tr><td>${name}</td><td class="num">${terminals}</td><td class="num">${transactions}</td><td class="num">${opens}</td></tr>
`,
  );
  return html`<div class="panel" id="keys"><table><thead><tr><th>Key</th><th class="num">Terminals</th><th class="num">Transactions read</th><th class="num">Operations opened</th></tr></thead><tbody>
${rows}</tbody></table></div>
`;
}

/** The filters, hidden until the script runs. */
export function renderFilters(result: RunResult): Markup {
  const parts = groupBySection(result);
  const topics = [...new Set(result.results.map(getCheckTopic))];
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
