import { createHash } from 'node:crypto';
import type { ReportedCase } from '../../reports/cases/reported-case.ts';
import { html, Markup, nothing } from '../../reports/html/markup.ts';
import { style } from '../../reports/html/style.ts';
import { SECTIONS, type SectionName } from '../../reports/parts/sections.ts';
import type { ClientResult, LessonResult } from '../core/result.ts';
import {
  formatEffort,
  formatFigures,
  LESSON_SECTION_TITLES,
  LIMITS,
  listSettings,
  reportLesson,
} from './lesson-case.ts';
import { listArrows } from './sequence.ts';

const TONES: Readonly<Record<SectionName, string>> = {
  failed: 'red',
  errors: 'red',
  unverified: 'amber',
  advice: 'amber',
  adviceUnverified: 'grey',
  known: 'grey',
  notApplicable: 'grey',
  passed: 'green',
};

/** Arrows between columns: the client on the left, the service and the other host on the right. */
const SEQUENCE_STYLE = `
.sequence { width: 100%; border-collapse: collapse; font-size: .84375rem; }
.sequence th { text-align: left; color: var(--soft); font-weight: 500; border-bottom: 1px solid var(--line); padding: .2rem .5rem; }
.sequence td { padding: .15rem .5rem; vertical-align: top; overflow-wrap: anywhere; }
.sequence .time { width: 5rem; color: var(--soft); font-family: var(--mono); white-space: nowrap; }
.sequence .arrow { width: 9rem; font-family: var(--mono); white-space: nowrap; border-left: 2px solid var(--line); border-right: 2px solid var(--line); text-align: center; }
.sequence .back { color: var(--soft); }
.sequence .note { color: var(--soft); }
`;

/** The report as one self-contained page without scripts. */
export function formatClientHtml(result: ClientResult): string {
  const styles = `${style}${SEQUENCE_STYLE}`;
  const hash = createHash('sha256').update(styles).digest('base64');
  const cases = result.lessons.map((one) => ({ result: one, reported: reportLesson(one) }));
  const tone = result.exitCode === 0 ? 'green' : result.exitCode === 4 ? 'amber' : 'red';
  const sections = SECTIONS.map((section) =>
    renderSection(
      section,
      cases.filter(({ reported }) => reported.section === section),
    ),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Client check: exit ${result.exitCode}</title>
${new Markup(`<style>${styles}</style>`)}
</head>
<body>
<div class="wrap">
<header class="top"><p class="eyebrow">fleetkit client check</p><h1>${result.command}</h1>
<p class="run">${listSettings(result).join(' · ')}</p>
<div class="verdict ${tone}"><p>${result.exitReason}</p><span class="exit">Exit ${result.exitCode}</span></div>
<dl class="summary"><div><dt>Lessons</dt><dd>${formatFigures(result)}</dd></div><div><dt>Effort</dt><dd>${formatEffort(result)}</dd></div><div><dt>Limits</dt><dd>${LIMITS}</dd></div><div><dt>Run</dt><dd>${result.startedAt}, fleetkit ${result.kitVersion}</dd></div></dl></header>
<main>
${sections}</main>
</div>
</body>
</html>
`.text;
}

interface Card {
  readonly result: LessonResult;
  readonly reported: ReportedCase;
}

function renderSection(section: SectionName, cards: readonly Card[]): Markup {
  if (cards.length === 0) return nothing;
  return html`<section id="${section}"><h2>${LESSON_SECTION_TITLES[section]} <span class="n">${cards.length}</span></h2>
${cards.map((card) => renderCard(card, section))}</section>
`;
}

function renderCard({ result: { lesson, evidence, verdict }, reported }: Card, section: SectionName): Markup {
  const isOpen = section === 'failed' || section === 'errors';
  const rows: readonly (readonly [string, string])[] = [
    ...(verdict.outcome === 'failed'
      ? ([
          ['expected', verdict.expected],
          ['received', verdict.received],
        ] as const)
      : []),
    ...(reported.reason === '' ? [] : ([['reason', reported.reason]] as const)),
    ['right', lesson.right],
    ['rule', `${lesson.rule.text} (${lesson.rule.source})`],
  ];
  return html`<details class="check ${TONES[section]}"${new Markup(isOpen ? ' open' : '')}><summary><span class="badge">${lesson.level}</span><span class="id">${lesson.id}</span><span class="title">${lesson.title}</span></summary><div class="inside">
<dl class="statement">${rows.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
${evidence === undefined ? nothing : renderSequence(evidence)}</div></details>
`;
}

function renderSequence(evidence: NonNullable<LessonResult['evidence']>): Markup {
  const arrows = listArrows(evidence);
  if (arrows.length === 0) return html`<p class="label">The client sent no request.</p>`;
  return html`<table class="sequence"><thead><tr><th>time</th><th>client — service</th><th>message</th></tr></thead><tbody>
${arrows.map((arrow) => {
  if (typeof arrow === 'string')
    return html`<tr><td class="time">…</td><td class="arrow"></td><td>${arrow}</td></tr>\n`;
  const isRequest = arrow.from === 'client';
  const other = (isRequest ? arrow.to : arrow.from) === 'other' ? ' (other host)' : '';
  return html`<tr><td class="time">${(arrow.atMs / 1000).toFixed(2)} s</td><td class="arrow${isRequest ? '' : ' back'}">${isRequest ? '─────────▶' : '◀─────────'}</td><td>${arrow.text}${other}${arrow.note === '' ? nothing : html` <span class="note">${arrow.note}</span>`}</td></tr>\n`;
})}</tbody></table>
`;
}
