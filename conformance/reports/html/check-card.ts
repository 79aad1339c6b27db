import type { ExchangeRecord } from '../../engine/results/exchange-record.ts';
import type { CaseResult, CheckResult } from '../../engine/results/result.ts';
import { getSeverityRank } from '../../reading/verdicts/verdict.ts';
import { pluralize } from '../parts/screen.ts';
import {
  chooseStatement,
  describeCause,
  describeRead,
  describeReceived,
  describeSource,
  formatKnownIssue,
  formatSamples,
  listCaseNames,
  type SectionName,
  shorten,
} from '../parts/sections.ts';
import type { ExchangeBook } from './exchange-book.ts';
import { html, type Markup, nothing, renderLines, renderSentence } from './markup.ts';
import { TONE_OF_OUTCOME, TONE_OF_SECTION, WORD_OF_OUTCOME } from './tone.ts';

/** A check: its verdict in one line, and collapsed details. */
export function renderCheckCard(check: CheckResult, section: SectionName, exchanges: ExchangeBook): Markup {
  const isOpen = section === 'failed' || section === 'errors' || section === 'advice';
  const attributes = html`id="${formatAnchor(check.id)}" class="check ${TONE_OF_SECTION[section]}" data-verdict="${section}"
 data-topic="${getCheckTopic(check)}" data-level="${check.level}"${isOpen ? html` open` : nothing}`;
  return html`<details ${attributes}>
<summary>${isGroupedByReason(section) ? nothing : html`<span class="badge">${formatBadge(check, section)}</span> `}<span class="id">${check.id}</span>
<span class="title">${renderSentence(check.title)}</span></summary>
<div class="inside">
${renderDetails(check, section)}
${renderReproduction(check)}
${renderCases(check)}
${renderExchanges(check, (record) => exchanges.render(record, isOpen))}
</div>
</details>
`;
}

/** Groups undecided checks by verdict and reason, each stated once above its cards. */
export const groupCards = (checks: readonly CheckResult[], section: SectionName, exchanges: ExchangeBook): Markup[] =>
  [...Map.groupBy(checks, ({ outcome, reason = '' }) => `${outcome} ${reason}`).values()].map(
    (
      group,
    ) => html`<div class="reason ${TONE_OF_SECTION[section]}"><p><span class="badge">${group[0] ? formatBadge(group[0], section) : ''}</span> ${group[0]?.reason ?? ''} <span class="n">· ${pluralize(group.length, 'check')}</span></p>
${group.map((check) => renderCheckCard(check, section, exchanges))}</div>
`,
  );

/** Whether the verdict and reason of a section's cards are shown above them. */
export const isGroupedByReason = (section: SectionName): boolean =>
  section === 'unverified' || section === 'adviceUnverified' || section === 'notApplicable';

/** Returns the anchor of a check in the page. */
export const formatAnchor = (id: string): string => `check-${id.replaceAll(/[^\w-]+/g, '-')}`;

export const getCheckTopic = ({ id }: Pick<CheckResult, 'id'>): string => id.split('/')[0] ?? id;

const formatBadge = ({ outcome }: CheckResult, section: SectionName): string =>
  section === 'known' ? `known: ${WORD_OF_OUTCOME[outcome]}` : WORD_OF_OUTCOME[outcome];

function renderDetails(check: CheckResult, section: SectionName): Markup {
  const statement = chooseStatement(check);
  const isBroken = check.outcome === 'fail' || check.outcome === 'warning';
  const row = (label: string, content: Markup | string) =>
    content === '' || content === nothing ? nothing : html`<dt>${label}</dt><dd>${content}</dd>\n`;
  return html`<dl class="statement">
${row('Rule', html`${renderSentence(check.clause.text)} <span class="source">${describeSource(check.clause)} · ${check.level}${check.decides ? nothing : html`, advice`}</span>`)}
${row('Known', formatKnownIssue(check))}
${row('Read', isBroken ? describeRead(statement) : '')}
${row('Expected', isBroken ? (statement.expected ?? '') : '')}
${isBroken ? row('Received', html`<span class="came">${describeReceived(statement)}</span>`) : nothing}
${check.outcome === 'error' || isGroupedByReason(section) ? nothing : row('Reason', check.reason ?? '')}
${row('Cause', describeCause(check))}${row('Cases', isBroken ? listCaseNames(check) : '')}
${row('Sample', formatSamples(check))}
</dl>
${check.outcome === 'error' ? html`<pre>${renderLines(check.reason ?? '')}</pre>` : nothing}`;
}

function renderReproduction(check: CheckResult): Markup {
  const { request } = chooseStatement(check);
  if (request === undefined) return nothing;
  return html`<div class="again"><p>Reproduce${renderVariables(request)}</p><pre><code>${request.curl}</code></pre></div>`;
}

/** Lists the variables that a command needs: for a key and for added headers. */
function renderVariables({ curl }: ExchangeRecord): Markup {
  const names = [...new Set([...curl.matchAll(/\$\{?(FLEETKIT_\w+)/g)].flatMap(([, name]) => name ?? []))];
  return names.length === 0
    ? nothing
    : html`, with ${names.map((name, place) => html`${place > 0 ? ', ' : ''}<code>${name}</code>`)}`;
}

/** Lists the cases that did not pass, worst first, then the names of those that passed. */
function renderCases({ cases }: CheckResult): Markup {
  if (cases.length < 2) return nothing;
  const [passed, others] = [cases.filter(isPassed), cases.filter((one) => !isPassed(one))];
  const worstFirst = others.toSorted((one, other) => getSeverityRank(one.outcome) - getSeverityRank(other.outcome));
  const names = passed.map(({ name }) => name).join('; ');
  return html`<details class="fold"><summary>${cases.length} cases</summary>
<ul class="cases">
${worstFirst.map(renderCaseRow)}${passed.length === 0 ? nothing : html`<li class="green"><span class="badge">${passed.length} passed</span> <span>${names}</span></li>`}
</ul></details>`;
}

const isPassed = ({ outcome, known }: CaseResult): boolean => outcome === 'pass' && known === undefined;

function renderCaseRow(one: CaseResult): Markup {
  const isKnown = one.known?.isExpired === false;
  const tone = isKnown ? 'violet' : TONE_OF_OUTCOME[one.outcome];
  const word = isKnown ? `known: ${WORD_OF_OUTCOME[one.outcome]}` : WORD_OF_OUTCOME[one.outcome];
  const more = [
    one.reason ?? '',
    one.request === undefined ? '' : shorten(describeReceived(one)),
    formatKnownIssue(one),
  ].filter((text) => text !== '');
  return html`<li class="${tone}"><span class="badge">${word}</span> <span>${one.name}</span>${more.map((text) => html` <small>${text}</small>`)}</li>
`;
}

function renderExchanges({ evidence }: CheckResult, render: (record: ExchangeRecord) => Markup): Markup {
  if (evidence.length === 0) return nothing;
  return html`<details class="fold"><summary>${evidence.length} ${evidence.length === 1 ? 'exchange' : 'exchanges'}</summary>
${evidence.map((record) => render(record))}</details>`;
}
