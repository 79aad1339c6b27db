import { findLargest } from '../../../base/large-lists.ts';
import { neutralised } from './screen.ts';

/** Formats text of the kit as Markdown: backticks mark code, other markup is escaped. */
export const escapeProse = (text: string): string =>
  text
    .split('`')
    .map((part, place) =>
      place % 2 === 1 ? formatCode(part) : neutralised(part).replaceAll(/[\\*_{}[\]<>#|~&]/g, '\\$&'),
    )
    .join('');

/** Limits the length of a single text of the target. */
const MOST_CHARACTERS = 1500;
const clipText = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text;

/** Formats text of a target as Markdown code, so that it contains no markup, link, mention or HTML. */
export function formatCode(text: string): string {
  const safe = neutralised(clipText(text));
  if (safe === '') return '';
  const fence = '`'.repeat(measureLongestRun(safe) + 1);
  // Markdown removes one space on either side; it separates backticks at the edges from the fence.
  const pad = /^[` ]|[` ]$/.test(safe) ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** Formats code in a table cell, where a bar would end the cell. */
export const formatCellCode = (text: string): string => formatCode(text.replaceAll('|', '\u00a6'));

/** Formats a code block. */
export function formatCodeBlock(language: string, text: string): string {
  const safe = text.split('\n').map(neutralised).join('\n');
  const fence = '`'.repeat(Math.max(3, measureLongestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

const measureLongestRun = (text: string): number =>
  findLargest(
    [...text.matchAll(/`+/g)].map(([run]) => run.length),
    0,
  );

/**
 * Joins as many parts as fit into `mostBytes`, and states how many were omitted.
 * Parts are never split, so no code block or table is cut.
 */
export function joinWithinBytes(
  parts: readonly string[],
  mostBytes: number,
  leftOut: (count: number) => string,
): string {
  const whole = `${parts.join('\n\n')}\n`;
  if (Buffer.byteLength(whole) <= mostBytes) return whole;
  const kept: string[] = [];
  let room = mostBytes - Buffer.byteLength(`${leftOut(parts.length)}\n`);
  for (const part of parts) {
    room -= Buffer.byteLength(part) + 2;
    if (room >= 0) kept.push(part);
    else break;
  }
  return `${[...kept, leftOut(parts.length - kept.length)].join('\n\n')}\n`;
}
