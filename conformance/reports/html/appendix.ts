import type { ClauseFate, EntryResult, RunResult } from '../../result.ts';
import { anchorOf } from './check-card.ts';
import { html, type Markup, nothing, sentence } from './markup.ts';
import { FATES, type Tone } from './tone.ts';

const STATES: Readonly<Record<EntryResult['state'], Tone>> = {
  excused: 'violet',
  stale: 'red',
  expired: 'red',
  kept: 'grey',
};
const STATES_FIRST_TO_MEND: readonly EntryResult['state'][] = ['stale', 'expired', 'kept', 'excused'];

/** What became of each entry of the baseline, those that want attention first. */
export function baselinePanel({ baseline, results }: RunResult): Markup {
  if (baseline === undefined) return nothing;
  const ran = new Set(results.map(({ id }) => id));
  const rank = ({ state }: EntryResult) => STATES_FIRST_TO_MEND.indexOf(state);
  const rows = baseline
    .toSorted((one, other) => rank(one) - rank(other))
    .map(
      (entry) => html`<tr class="${STATES[entry.state]}"><td><span class="badge">${entry.state}</span></td>
<td>${linkTo(entry.check, ran)}${entry.case === undefined ? nothing : html` <small>case ${entry.case}</small>`}</td>
<td>${entry.note} <small>${entry.reason}${entry.owner === undefined ? nothing : html` · ${entry.owner}`}${entry.expires === undefined ? nothing : html` · until ${entry.expires}`}</small></td></tr>
`,
    );
  return html`<section id="baseline"><h2>Baseline <span class="n">${baseline.length}</span></h2>
<p class="lead">What is known of this service and accepted for the time being.</p>
<div class="panel"><table class="stack"><thead><tr><th>State</th><th>Check</th><th>Note and reason</th></tr></thead><tbody>
${rows}</tbody></table></div></section>
`;
}

/** The readings that the service takes where the document leaves a choice. */
export function choicesPanel({ choices }: RunResult): Markup {
  if (choices === undefined || choices.length === 0) return nothing;
  const rows = choices.map(
    ({ title, gap, reading }) =>
      html`<tr><td>${sentence(title)} <small>${gap}</small></td><td><b>${reading}</b></td></tr>
`,
  );
  return html`<section id="choices"><h2>Choices <span class="n">${choices.length}</span></h2>
<p class="lead">Where the document leaves something open, this is how the service reads it. None of it is a fault.</p>
<div class="panel"><table class="stack"><thead><tr><th>Left open</th><th>Reading</th></tr></thead><tbody>
${rows}</tbody></table></div></section>
`;
}

/** Every documented rule by the section of the document, with its fate and the checks that are about it. */
export function clausesPanel({ clauses: { list }, results }: RunResult): Markup {
  if (list.length === 0) return nothing;
  const ran = new Set(results.map(({ id }) => id));
  const bySection = [...Map.groupBy(list, ({ section }) => section)];
  return html`<details class="group" id="clauses"><summary><h2>Rules of the document <span class="n">${list.length}</span></h2></summary>
<div class="panel">
${bySection.map(
  ([section, group]) => html`<h3>Section ${section}</h3>
<table class="stack"><tbody>
${group.map((one) => clauseRow(one, ran))}</tbody></table>
`,
)}</div></details>
`;
}

const clauseRow = ({ id, text, fate, checks }: ClauseFate, ran: ReadonlySet<string>): Markup =>
  html`<tr class="${FATES[fate].tone}"><td class="fate"><span class="badge">${FATES[fate].word}</span></td><td>${sentence(text)}
<small>${id}${checks.map((check) => html` · ${linkTo(check, ran)}`)}</small></td></tr>
`;

const linkTo = (id: string, ran: ReadonlySet<string>): Markup =>
  ran.has(id) ? html`<a href="#${anchorOf(id)}">${id}</a>` : html`${id}`;

/** Where the service keeps what the document names, unless that is as in the kit's own contract. */
export function bindingsPanel({ bindings }: RunResult): Markup {
  if (bindings === undefined || bindings.origin === 'builtin') return nothing;
  const { origin, found, missing } = bindings;
  const rows = found.map(
    ({ name, value, confidence, from, evidence }) =>
      html`<tr><td><code>${name}</code></td><td><code>${value}</code> <small>${evidence.join('; ')}</small></td><td>${confidence} <small>${from.join(', ')}</small></td></tr>
`,
  );
  const whence = origin === 'config' ? 'The config says where things are.' : 'The kit found out where things are.';
  const left = missing.length === 0 ? nothing : html` Not found: ${missing.join(', ')}.`;
  return html`<details class="group" id="bindings"><summary><h2>Names of the service <span class="n">${found.length}</span></h2></summary>
<p class="lead">${whence}${left}</p>
<div class="panel"><table class="stack"><thead><tr><th>What</th><th>Where, and why</th><th>How sure</th></tr></thead><tbody>
${rows}</tbody></table></div></details>
`;
}

/** The keys by their names, and what each was shown. */
export function keysPanel({ keys }: RunResult): Markup {
  if (keys.length === 0) return nothing;
  const rows = keys.map(
    ({ name, opens, terminals, transactions }) =>
      html`<tr><td>${name}</td><td class="num">${opens}</td><td class="num">${terminals}</td><td class="num">${transactions}</td></tr>
`,
  );
  return html`<section id="keys"><h2>Keys <span class="n">${keys.length}</span></h2>
<p class="lead">By their names; no report shows a key.</p>
<div class="panel"><table><thead><tr><th>Key</th><th class="num">Operations opened</th><th class="num">Terminals</th><th class="num">Transactions seen</th></tr></thead><tbody>
${rows}</tbody></table></div></section>
`;
}

/** How to read the words of the page. */
export const legend: Markup = html`<footer><dl>
<dt>passed</dt><dd>The rule was kept, and there were data on which it could have failed.</dd>
<dt>failed</dt><dd>The service broke a rule that it must keep.</dd>
<dt>not verified</dt><dd>A key, a datum or a permission is missing, or the data moved; the check says which.</dd>
<dt>advice</dt><dd>A recommendation was not followed, or something that the document leaves open was read otherwise.</dd>
<dt>known</dt><dd>The baseline lists it, with a reason: it does not count.</dd>
</dl><p>Keys and card numbers are hidden. Characters that would act are shown as code points, such as &lt;U+202E&gt;.</p></footer>
`;
