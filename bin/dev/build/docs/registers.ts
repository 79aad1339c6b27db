import { clauses, gaps } from '../../../../spec/index.ts';
import { sections } from '../../../../spec/rule-tables.ts';
import type { Clause, Gap } from '../../../../spec/rules.ts';
import type { LinkedOperation } from './contracts.ts';
import { escapeHtml, formatInline, toAnchor } from './html.ts';
import type { Section } from './markdown.ts';
import type { DocumentPage } from './page.ts';

/** Everything that a register page shows. */
export interface RegisterSources {
  readonly operations: readonly LinkedOperation[];
  /** The generated documents, for programs. */
  readonly plain: { readonly gaps: string; readonly clauses: string };
}

/** How many operations an entry lists at most. */
const MAX_OPERATIONS = 6;

const TREATMENTS: Readonly<Record<Gap['kit'], string>> = {
  ignored: 'No check covers it.',
  choice: 'Any consistent choice passes. Where the kit cannot infer it, it compares with ours and reports as advice.',
  advice: 'A check compares with our choice and reports as advice.',
  deliveries: '`fleetkit sender check` compares deliveries with our choice and reports as advice.',
};

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  must: 'A server that breaks it does not conform.',
  should: 'The document recommends it; a violation is reported as advice.',
  may: 'The document permits it.',
};

/** The register of questions that the interface document leaves open. */
export const renderGapRegister = ({ operations, plain }: RegisterSources): DocumentPage => ({
  path: '/docs/gaps',
  title: 'Open questions and our choices',
  lead: `The interface document leaves ${gaps.length} questions open. Another service may correctly choose differently, so no choice decides the outcome of a run unless \`--strict\` is given.`,
  width: 'wide',
  plain: plain.gaps,
  html: renderRegister({
    rules: gaps,
    choice: { name: 'kit', label: 'Treatment by the kit', values: TREATMENTS },
    renderEntry: (gap) =>
      renderEntry(gap, {
        title: gap.question,
        badge: gap.kit,
        text: gap.choice,
        more: `<strong>Why:</strong> ${formatInline(gap.why)}`,
        operations,
      }),
  }),
  sections: [
    {
      heading: undefined,
      text: '',
      keywords: 'spec, not stated, not in the document, unspecified, undefined, ambiguous, assumptions',
    },
    ...gaps.map((gap) => toSection(gap, gap.question, `${gap.choice} ${gap.why}`)),
  ],
});

/** The register of rules that the interface document states. */
export const renderClauseRegister = ({ operations, plain }: RegisterSources): DocumentPage => ({
  path: '/docs/clauses',
  title: 'Documented rules',
  lead: `The interface document states these ${clauses.length} rules. A server that follows them conforms. The checks of the conformance kit refer to them.`,
  width: 'wide',
  plain: plain.clauses,
  html: renderRegister({
    rules: clauses,
    choice: { name: 'level', label: 'Level', values: LEVELS },
    renderEntry: (clause) =>
      renderEntry(clause, {
        title: clause.text,
        badge: clause.level,
        more: clause.unchecked === undefined ? '' : `<strong>Not checked:</strong> ${formatInline(clause.unchecked)}`,
        operations,
      }),
  }),
  sections: [
    { heading: undefined, text: '', keywords: 'spec, requirements, must, should, conformance rules, contract' },
    ...clauses.map((clause) => toSection(clause, clause.text, '')),
  ],
});

const toSection = ({ id }: Clause | Gap, title: string, text: string): Section => ({
  heading: { level: 3, anchor: id, text: title },
  text: `${text} ${id}`.replaceAll('`', '').trim(),
});

interface Register<Rule> {
  readonly rules: readonly Rule[];
  readonly choice: { readonly name: string; readonly label: string; readonly values: Readonly<Record<string, string>> };
  readonly renderEntry: (rule: Rule) => string;
}

function renderRegister<Rule extends Clause | Gap>({ rules, choice, renderEntry: render }: Register<Rule>): string {
  const used = [...sections].filter(([section]) => rules.some((rule) => rule.section === section));
  const legend = Object.entries(choice.values).map(
    ([value, text]) => `<dt><span class="badge badge-${value}">${value}</span></dt><dd>${formatInline(text)}</dd>`,
  );
  const groups = used.map(([section, title]) => {
    const heading = `${section}. ${title}`;
    const entries = rules.filter((rule) => rule.section === section).map(render);
    return `<section class="entries"><h2 id="${toAnchor(heading)}">${escapeHtml(heading)}</h2>${entries.join('\n')}</section>`;
  });
  return [
    `<details class="legend"><summary>Meaning of the labels</summary><dl class="facts">${legend.join('')}</dl></details>`,
    '<form class="filter" hidden>',
    '<label class="field field-wide">Words<input type="search" name="words" autocomplete="off"></label>',
    renderSelect(
      'section',
      'Section',
      used.map(([section, title]) => [section, `${section}. ${title}`]),
    ),
    renderSelect(
      choice.name,
      choice.label,
      Object.keys(choice.values).map((value) => [value, value]),
    ),
    '<button type="reset">Show all</button><output aria-live="polite"></output></form>',
    ...groups,
  ].join('\n');
}

function renderSelect(name: string, label: string, options: readonly (readonly [string, string])[]): string {
  const items = options.map(([value, text]) => `<option value="${value}">${escapeHtml(text)}</option>`);
  return `<label class="field">${label}<select name="${name}"><option value="">All</option>${items.join('')}</select></label>`;
}

interface Entry {
  readonly title: string;
  readonly badge: string;
  readonly text?: string;
  /** HTML. */
  readonly more: string;
  readonly operations: readonly LinkedOperation[];
}

function renderEntry(rule: Clause | Gap, { title, badge, text, more, operations }: Entry): string {
  const name = 'kit' in rule ? 'kit' : 'level';
  const used = operations.filter(({ rules }) => rules.has(rule.id));
  const links = used
    .slice(0, MAX_OPERATIONS)
    .map(({ address, operationId }) => `<a href="${address}">${escapeHtml(operationId)}</a>`);
  const rest = used.length > MAX_OPERATIONS ? ` and ${used.length - MAX_OPERATIONS} more` : '';
  const lines = [
    more,
    links.length > 0 ? `<strong>Operations:</strong> ${links.join(', ')}${rest}` : '',
    rule.elsewhere === undefined ? '' : `<strong>Where:</strong> ${formatInline(rule.elsewhere)}`,
  ].filter(Boolean);
  return [
    `<article class="entry" id="${rule.id}" data-section="${rule.section}" data-${name}="${badge}">`,
    `<h3>${formatInline(title)}</h3><span class="badge badge-${badge}">${badge}</span>`,
    text === undefined ? '' : `<p class="entry-text">${formatInline(text)}</p>`,
    ...lines.map((line) => `<p class="entry-more">${line}</p>`),
    `<p class="entry-id"><a href="#${rule.id}"><code>${rule.id}</code></a></p></article>`,
  ].join('');
}
