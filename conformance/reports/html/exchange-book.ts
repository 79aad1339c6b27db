import type { ExchangeRecord } from '../../engine/results/exchange-record.ts';
import { neutralised } from '../parts/screen.ts';
import { clipMediaType } from '../parts/sections.ts';
import { html, type Markup, nothing, renderLines } from './markup.ts';

/** The exchanges of a page. Many checks have the same evidence, so each exchange is rendered once and linked to elsewhere. */
export interface ExchangeBook {
  /** Renders an exchange, `inFull` if it is the first time, otherwise as a link. */
  render(record: ExchangeRecord, inFull: boolean): Markup;
  /** Renders the exchanges that only have links so far. */
  renderRest(): Markup;
}

/** In characters, after control characters are made visible: a page with many exchanges remains small. */
const MOST_OF_A_BODY = 400;

const MOST_OF_A_LINK = 160;

const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;

/** Creates a book for the page of a service with this base URL. */
export function createExchangeBook(target: string): ExchangeBook {
  const base = target.replace(/(?<!\/)\/+$/, '');
  const ids = new Map<string, string>();
  const rest = new Map<string, ExchangeRecord>();
  const formatRequest = ({ method, url }: ExchangeRecord): string =>
    `${method} ${url.startsWith(`${base}/`) ? url.slice(base.length) : url}`;

  const renderInFull = (record: ExchangeRecord, id: string): Markup => {
    const { caller, status, contentType, excerpt, bytes } = record;
    const shown = excerpt.split('\n').map(neutralised).join('\n');
    const body = clip(shown, MOST_OF_A_BODY);
    return html`<div class="exchange" id="${id}"><p><code>${formatRequest(record)}</code> <span class="meta">as ${caller}: ${status} ${clipMediaType(contentType)}, ${bytes} bytes</span></p>
${excerpt === '' ? nothing : html`<pre>${renderLines(body)}</pre>`}</div>
`;
  };

  return {
    render(record, inFull) {
      const { method, url, caller, status, contentType, excerpt, bytes } = record;
      const key = JSON.stringify([method, url, caller, status, contentType, excerpt, bytes]);
      const known = ids.get(key);
      const id = known ?? `x${ids.size + 1}`;
      ids.set(key, id);
      if (inFull && (known === undefined || rest.delete(id))) return renderInFull(record, id);
      if (known === undefined) rest.set(id, record);
      return html`<p class="exchange"><a href="#${id}">${clip(formatRequest(record), MOST_OF_A_LINK)}</a> <span class="meta">${caller}: ${status}</span></p>
`;
    },
    renderRest: () =>
      rest.size === 0
        ? nothing
        : html`<details class="group" id="exchanges"><summary><h2>Requests and responses <span class="n">${rest.size}</span></h2></summary>
<div class="panel exchanges">${[...rest].map(([id, record]) => renderInFull(record, id))}</div></details>
`,
  };
}
