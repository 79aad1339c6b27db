import { createHash } from 'node:crypto';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import {
  legend,
  renderBaselinePanel,
  renderBindingsPanel,
  renderChoicesPanel,
  renderClausesPanel,
} from './html/appendix.ts';
import { groupCards, isGroupedByReason, renderCheckCard } from './html/check-card.ts';
import { createExchangeBook, type ExchangeBook } from './html/exchange-book.ts';
import { html, Markup, nothing, renderSentence } from './html/markup.ts';
import { renderFilters, renderOverview } from './html/overview.ts';
import { script } from './html/script.ts';
import { style } from './html/style.ts';
import { groupBySection, SECTION_TITLES, type SectionName } from './parts/sections.ts';

/**
 * The report as one self-contained page: it loads nothing, runs only its own script, and is complete without
 * it. Failures come first; passed checks are collapsed.
 */
export function formatHtmlReport(result: RunResult): string {
  const styles = `${style}${renderWidthClasses(result)}`;
  const policy = `default-src 'none'; style-src ${computeHash(styles)}; script-src ${computeHash(script)}; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${result.exitCode === 0 ? 'Conformant' : `Exit ${result.exitCode}`} · ${result.target}</title>
${renderInlineElement('style', styles)}
</head>
<body>
<a class="skip" href="#results">Skip to the results</a>
<div class="wrap">
${renderOverview(result)}<main id="results">
${result.results.length === 0 ? nothing : renderFilters(result)}${renderCheckSections(result)}</main>
${legend}</div>
${renderInlineElement('script', script)}
</body>
</html>
`;
  return page.text;
}

/** The checks ordered by what needs action, with context in between; passed checks are near the end. */
function renderCheckSections(result: RunResult): Markup {
  const parts = groupBySection(result);
  const exchanges = createExchangeBook(result.target);
  const group = (name: SectionName) => renderSection(name, parts[name], exchanges);
  const fold = (name: SectionName) => renderCollapsedSection(name, parts[name], exchanges);
  return html`${group('failed')}${group('errors')}${group('unverified')}${group('advice')}${group('known')}${renderBaselinePanel(result)}${renderChoicesPanel(result)}${fold('adviceUnverified')}${fold('notApplicable')}${fold('passed')}${renderClausesPanel(result)}${renderBindingsPanel(result)}${exchanges.renderRest()}`;
}

function renderSection(name: SectionName, checks: readonly CheckResult[], exchanges: ExchangeBook): Markup {
  if (checks.length === 0) return nothing;
  return html`<section id="${name}" data-section="${name}"><h2>${SECTION_TITLES[name]} <span class="n">${checks.length}</span></h2>
${lead(name)}${listCards(name, checks, exchanges)}</section>
`;
}

function renderCollapsedSection(name: SectionName, checks: readonly CheckResult[], exchanges: ExchangeBook): Markup {
  if (checks.length === 0) return nothing;
  return html`<details class="group" id="${name}" data-section="${name}"><summary><h2>${SECTION_TITLES[name]} <span class="n">${checks.length}</span></h2></summary>
${lead(name)}${listCards(name, checks, exchanges)}</details>
`;
}

/** The meaning of the sections whose counts are easily confused. */
const LEADS: Readonly<Partial<Record<SectionName, string>>> = {
  unverified:
    'Required checks that could not be decided. They do not pass: the exit code is 4 unless something failed, or `--allow-unverified` is given.',
  advice: 'Recommendations that are not followed, and assumptions that do not hold. They do not affect the exit code.',
  adviceUnverified: 'Recommendations and assumptions that could not be decided. They do not affect the exit code.',
};

function lead(name: SectionName): Markup {
  const text = LEADS[name];
  return text === undefined ? nothing : html`<p class="lead">${renderSentence(text)}</p>\n`;
}

/** Lists the cards of a section; undecided checks by reason, because one missing input often blocks many of them. */
const listCards = (name: SectionName, checks: readonly CheckResult[], exchanges: ExchangeBook): readonly Markup[] =>
  isGroupedByReason(name)
    ? groupCards(checks, name, exchanges)
    : checks.map((check) => renderCheckCard(check, name, exchanges));

/** The style or script of the page: constant text, allowed by its hash in the policy. */
const renderInlineElement = (element: 'style' | 'script', content: string): Markup =>
  new Markup(`<${element}>${content}</${element}>`);

const computeHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The parts of the coverage bar as classes: style attributes are not allowed. */
const renderWidthClasses = ({ clauses: { list } }: RunResult): string => {
  const shares = new Set([...Map.groupBy(list, ({ fate }) => fate).values()].map(({ length }) => length));
  return [...shares].map((share) => `.w${share} { flex: ${share} 0 0; }\n`).join('');
};
