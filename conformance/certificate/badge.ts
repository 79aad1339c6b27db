import { html } from '../reports/html/markup.ts';
import { type Statement, sumCounts } from './certificate.ts';
import { summarise } from './text.ts';

const HEIGHT = 20;
/** Mean width of a character of this size, in pixels, with room: the text is also limited by `textLength`. */
const CHARACTER = 6.6;
const PADDING = 12;

const COLOURS = { passed: '#1a7f37', failed: '#b42318', open: '#57606a' } as const;

const choose = (statement: Statement): string => {
  if (sumCounts(statement, 'required', 'failed', 'accepted') > 0) return COLOURS.failed;
  return sumCounts(statement, 'required', 'not-verified', 'not-run') > 0 ? COLOURS.open : COLOURS.passed;
};

/** Draws a badge (SVG) with the kinds, the verdicts of the required rules, `self-declared` and the day on which it expires. */
export function drawBadge(statement: Statement): string {
  const kinds = [...new Set(statement.runs.map(({ kind }) => kind))].join(' + ');
  const left = `fleetkit ${kinds}`;
  const right = `${summarise(statement)} · ${statement.declaration} · until ${statement.expires_at.slice(0, 10)}`;
  const measure = (text: string) => Math.ceil(text.length * CHARACTER) + PADDING;
  const [leftWidth, rightWidth] = [measure(left), measure(right)];
  const width = leftWidth + rightWidth;
  const title = `${statement.subject}: ${left}, ${right}`;
  const draw = (text: string, x: number, length: number) =>
    html`<text x="${x + length / 2}" y="14" text-anchor="middle" textLength="${length - PADDING}">${text}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${leftWidth}" height="${HEIGHT}" fill="#24292f"/>
<rect x="${leftWidth}" width="${rightWidth}" height="${HEIGHT}" fill="${choose(statement)}"/>
<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
${draw(left, 0, leftWidth)}
${draw(right, leftWidth, rightWidth)}
</g>
</svg>
`.text;
}
