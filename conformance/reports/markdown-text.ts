import { neutralised } from './screen.ts';

/** Text of our own in Markdown: backticks set off code, and what else would be markup is written as it is. */
export const prose = (text: string): string =>
  text
    .split('`')
    .map((part, place) => (place % 2 === 1 ? code(part) : neutralised(part).replaceAll(/[\\*_{}[\]<>#|~&]/g, '\\$&')))
    .join('');

/** So that no single text of a target takes the whole page. */
const MOST_CHARACTERS = 1500;
const clipped = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text;

/** Text of a target in Markdown, as code: nothing in there is markup, a link, a mention or HTML. */
export function code(text: string): string {
  const safe = neutralised(clipped(text));
  if (safe === '') return '';
  const fence = '`'.repeat(longestRun(safe) + 1);
  // One space on either side is taken away again, and keeps backticks at the edges apart from the fence.
  const pad = /^[` ]|[` ]$/.test(safe) ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** The same within a table, where a bar would end the cell. */
export const codeInCell = (text: string): string => code(text.replaceAll('|', '\u00a6'));

/** Lines to be copied. */
export function codeBlock(language: string, text: string): string {
  const safe = text.split('\n').map(neutralised).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/**
 * Puts parts one after the other as long as they fit into `mostBytes`; of what does not fit, it says how much was left out.
 * Parts are whole, so that no fence and no table is cut.
 */
export function fitted(parts: readonly string[], mostBytes: number, leftOut: (count: number) => string): string {
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
