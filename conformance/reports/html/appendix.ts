import type { ClauseResult, EntryResult, RunResult } from '../../engine/results/result.ts';
import { formatAnchor } from './check-card.ts';
import { html, type Markup, nothing, renderSentence } from './markup.ts';
import { FATES, type Tone } from './tone.ts';

const STATES: Readonly<Record<EntryResult['state'], Tone>> = {
  excused: 'violet',
  stale: 'red',
  expired: 'red',
  kept: 'grey',
};
const STATES_FIRST_TO_MEND: readonly EntryResult['state'][] = ['stale', 'expired', 'kept', 'excused'];

/** The baseline entries by state, those that need action first. */
export function renderBaselinePanel({ baseline, results }: RunResult): Markup {
  if (baseline === undefined) return nothing;
  const ran = new Set(results.map(({ id }) => id));
  const rank = ({ state }: EntryResult) => STATES_FIRST_TO_MEND.indexOf(state);
  const rows = baseline
    .toSorted((one, other) => rank(one) - rank(other))
    .map(
      (entry) => html`<tr class="${STATES[entry.state]}"><td><span class="badge">${entry.state}</span></td>
<td>${renderLink(entry.check, ran)}${entry.case === undefined ? nothing : html` <small>case ${entry.case}</small>`}</td>
<td>${entry.note} <small>${entry.reason}${entry.owner === undefined ? nothing : html` · ${entry.owner}`}${entry.expires === undefined ? nothing : html` · until ${entry.expires}`}</small></td></tr>
`,
    );
  return html`<section id="baseline"><h2>Baseline <span class="n">${baseline.length}</span></h2>
<p class="lead">Known issues of this service that are accepted for now.</p>
<div class="panel"><table class="stack"><thead><tr><th>State</th><th>Check</th><th>Note and reason</th></tr></thead><tbody>
${rows}</tbody></table></div></section>
`;
}

/** The choices of the service where the document leaves one. */
export function renderChoicesPanel({ choices }: RunResult): Markup {
  if (choices === undefined || choices.length === 0) return nothing;
  const rows = choices.map(
    ({ title, gap, reading }) =>
      html`<tr><td>${renderSentence(title)} <small>${gap}</small></td><td><b>${reading}</b></td></tr>
`,
  );
  return html`<section id="choices"><h2>Choices <span class="n">${choices.length}</span></h2>
<p class="lead">How the service handles what the document leaves open. None of this is a fault.</p>
<div class="panel"><table class="stack"><thead><tr><th>Choice</th><th>Observed</th></tr></thead><tbody>
${rows}</tbody></table></div></section>
`;
}

/** Every documented rule by section, with its state and its checks. */
export function renderClausesPanel({ clauses: { list }, results }: RunResult): Markup {
  if (list.length === 0) return nothing;
  const ran = new Set(results.map(({ id }) => id));
  const bySection = [...Map.groupBy(list, ({ section }) => section)];
  return html`<details class="group" id="clauses"><summary><h2>Rules of the document <span class="n">${list.length}</span></h2></summary>
<div class="panel">
${bySection.map(
  ([section, group]) => html`<h3>Section ${section}</h3>
<table class="stack"><tbody>
${group.map((one) => renderClauseRow(one, ran))}</tbody></table>
`,
)}</div></details>
`;
}

const renderClauseRow = ({ id, text, fate, checks }: ClauseResult, ran: ReadonlySet<string>): Markup =>
  html`<tr class="${FATES[fate].tone}"><td class="fate"><span class="badge">${FATES[fate].word}</span></td><td>${renderSentence(text)}
<small>${id}${checks.map((check) => html` · ${renderLink(check, ran)}`)}</small></td></tr>
`;

/** Links the id of a check that ran to its card. */
export const renderLink = (id: string, ran: ReadonlySet<string>): Markup =>
  ran.has(id) ? html`<a href="#${formatAnchor(id)}">${id}</a>` : html`${id}`;

/** The bindings, unless they are the built-in ones. */
export function renderBindingsPanel({ bindings }: RunResult): Markup {
  if (bindings === undefined || bindings.origin === 'builtin') return nothing;
  const { origin, found, missing } = bindings;
  const rows = found.map(
    ({ name, value, confidence, from, evidence }) =>
      html`<tr><td><code>${name}</code></td><td><code>${value}</code> <small>${evidence.join('; ')}</small></td><td>${confidence} <small>${from.join(', ')}</small></td></tr>
`,
  );
  const whence = origin === 'config' ? 'From the config.' : 'Inferred by the kit.';
  const left = missing.length === 0 ? nothing : html` Not found: ${missing.join(', ')}.`;
  return html`<details class="group" id="bindings"><summary><h2>Bindings <span class="n">${found.length}</span></h2></summary>
<p class="lead">${whence}${left}</p>
<div class="panel"><table class="stack"><thead><tr><th>Name</th><th>Value and evidence</th><th>Confidence</th></tr></thead><tbody>
${rows}</tbody></table></div></details>
`;
}

/** The legend of the page. */
export const legend: Markup = html`<footer><dl>
<dt>passed</dt><dd>The rule was kept, on data that could have shown a violation.</dd>
<dt>failed</dt><dd>The service violated a required rule.</dd>
<dt>not verified</dt><dd>A key, datum or permission is missing, or the data changed; the check states which.</dd>
<dt>advice</dt><dd>A recommendation was not followed, or an assumption of the kit does not hold.</dd>
<dt>known</dt><dd>The baseline lists it with a reason, so it does not count.</dd>
</dl><p>Keys and card numbers are redacted. Control characters are shown as code points, such as &lt;U+202E&gt;.</p></footer>
`;
