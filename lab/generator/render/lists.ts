import { DIMENSIONS } from '../dimensions/index.ts';
import type { LogicalRecord } from '../model/values.ts';
import type { ListAnswer, PageInfo, Totals } from '../protocol/answers.ts';
import { createObject, type Json, RawNumber } from '../protocol/json.ts';
import { namePagingParameters } from '../protocol/paging-parameters.ts';
import { hashText } from '../random.ts';
import { formatMoney } from './formats.ts';
import type { Reply } from './problems.ts';
import { renderMembers, renderRecord } from './records.ts';
import { readBasePath, type Style } from './style.ts';

function readRowId(record: LogicalRecord, style: Style, at: number): string {
  return record.about === undefined ? String(at) : style.ids.text(record.about.kind, record.about.key);
}

/** Renders records as a table: names of columns and rows of values. */
function renderTable(records: readonly LogicalRecord[], style: Style, isByColumn: boolean): Json {
  const rows = records.map((record) => new Map(renderMembers(record, style)));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (isByColumn) return createObject(columns.map((name) => [name, rows.map((row) => row.get(name) ?? null)]));
  return { columns, rows: rows.map((row) => columns.map((name) => row.get(name) ?? null)) };
}

function groupBy(
  records: readonly LogicalRecord[],
  style: Style,
  read: (record: LogicalRecord) => string,
  name: string,
): Json {
  const groups = new Map<string, Json[]>();
  for (const record of records) {
    const key = read(record);
    groups.set(key, [...(groups.get(key) ?? []), renderRecord(record, style)]);
  }
  return [...groups].map(([key, rows]) => ({ [name]: key, [style.field('rows', 'list')]: rows }));
}

function readTerminal(record: LogicalRecord, style: Style): string {
  const terminal = record.fields.terminal;
  const isReference = typeof terminal === 'object' && terminal !== null && 'to' in terminal;
  return isReference ? style.ids.text('terminal', terminal.key) : '';
}

function readDay(record: LogicalRecord): string {
  const at = record.fields.at;
  const isInstant = typeof at === 'object' && at !== null && 'kind' in at && at.kind === 'instant';
  return isInstant ? new Date(at.ms ?? 0).toISOString().slice(0, 10) : '';
}

function pickForm(name: string, style: Style): string {
  const { choices } = style;
  if (name !== 'transactions') return choices.listForm;
  if (choices.rowListForm !== 'like-lists') return choices.rowListForm;
  // The members of an object have no order, so sorted rows are a list.
  return choices.listForm === 'map-by-id' ? 'array' : choices.listForm;
}

/** Renders a list of records in the form of the shape. */
export function renderList(name: string, records: readonly LogicalRecord[], style: Style): Json {
  switch (pickForm(name, style)) {
    case 'map-by-id':
      return createObject(records.map((record, at) => [readRowId(record, style, at), renderRecord(record, style)]));
    case 'table':
      return renderTable(records, style, false);
    case 'columns':
      return renderTable(records, style, true);
    case 'json-api':
      return records.map((record, at) => ({
        type: name,
        id: readRowId(record, style, at),
        attributes: renderRecord(record, style),
      }));
    case 'single-keyed':
      return records.map((record) => ({ [record.type]: renderRecord(record, style) }));
    case 'by-terminal':
      return groupBy(records, style, (record) => readTerminal(record, style), style.field('terminal', 'transaction'));
    case 'by-day':
      return groupBy(records, style, readDay, style.field('terminalDate', 'transaction'));
    default: {
      const rendered = records.map((record) => renderRecord(record, style));
      const [first] = rendered;
      const isAlone = style.choices.singleItemList === 'item-alone' && rendered.length === 1 && name !== 'transactions';
      return isAlone && first !== undefined ? first : rendered;
    }
  }
}

/** Renders the two totals of a transaction list. */
export function renderSummary(totals: Totals, style: Style): [string, Json][] {
  const { choices, currency } = style;
  const format = choices.totalAmounts === 'like-rows' ? choices.rowAmounts : choices.totalAmounts;
  const isNull = totals.rowCount === 0 && choices.emptySummary === 'null';
  const surcharge = isNull ? null : formatMoney(totals.surcharge, format, currency);
  const withdrawn = isNull ? null : formatMoney(totals.withdrawn, format, currency);
  const names = [style.field('totalSurcharge', 'summary'), style.field('totalWithdrawn', 'summary')] as const;
  if (totals.only === 'surcharge') return [[names[0], surcharge]];
  if (totals.only === 'withdrawn') return [[names[1], withdrawn]];
  const extras: [string, Json][] =
    choices.summaryExtras === 'counts' ? [[style.field('rowCount', 'summary'), totals.rowCount]] : [];
  switch (choices.summaryForm) {
    case 'named-list':
      return [
        [
          style.field('totals', 'summary'),
          [
            { name: names[0], value: surcharge },
            { name: names[1], value: withdrawn },
          ],
        ],
        ...extras,
      ];
    case 'by-currency':
      return [[currency.code, { [names[0]]: surcharge, [names[1]]: withdrawn }], ...extras];
    case 'object-per-total':
      return [[names[0], { sum: surcharge }], [names[1], { sum: withdrawn }], ...extras];
    default:
      return [[names[0], surcharge], [names[1], withdrawn], ...extras];
  }
}

/** Writes a total into a header. */
function writeHeader(value: Json): string {
  if (value instanceof RawNumber) return value.digits;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  // Headers carry only ASCII.
  return encodeURI(text);
}

function writeUrl(page: PageInfo, base: string): string {
  return `${base}${page.path}?${page.next?.toString() ?? ''}`;
}

interface PageParts {
  readonly members: [string, Json][];
  readonly headers: Record<string, string>;
}

function renderPage(page: PageInfo | undefined, count: number, style: Style): PageParts {
  const { choices } = style;
  const parts: PageParts = { members: [], headers: {} };
  if (page === undefined) return parts;
  const { members, headers } = parts;
  const nextName = style.envelope('next');
  const missing: [string, Json][] =
    choices.lastPage === 'null' ? [[nextName, null]] : choices.lastPage === 'empty-text' ? [[nextName, '']] : [];
  const next = (value: string) =>
    members.push(...(page.next === undefined ? missing : [[nextName, value] as [string, Json]]));
  switch (choices.paging) {
    case 'cursor':
      next(page.next?.get(namePagingParameters(choices).cursor) ?? '');
      break;
    case 'offset':
      members.push([style.envelope('offset'), page.offset], ['limit', page.size]);
      break;
    case 'page-number':
      members.push([style.envelope('page'), Math.floor(page.offset / page.size) + 1]);
      members.push([style.envelope('pages'), Math.max(1, Math.ceil(page.total / page.size))]);
      break;
    case 'next-url-absolute':
      next(writeUrl(page, style.baseUrl));
      break;
    case 'next-url-relative':
      next(writeUrl(page, readBasePath(style)));
      break;
    case 'link-header':
      if (page.next !== undefined) headers.Link = `<${writeUrl(page, style.baseUrl)}>; rel="next"`;
      break;
    case 'header-token':
      if (page.next !== undefined) headers['X-Next-Cursor'] = page.next.get(namePagingParameters(choices).cursor) ?? '';
      break;
    default:
  }
  // A client of offsets learns from the total, or from a short page, that it has reached the end.
  if (choices.pageTotal === 'shown') members.push([style.envelope('total'), page.total]);
  if (choices.pageTotal === 'of-the-page') members.push([style.envelope('total'), count]);
  if (choices.pageTotal === 'header') headers['X-Total-Count'] = String(page.total);
  return parts;
}

function wrapList(
  name: string,
  list: Json,
  extras: { page: [string, Json][]; summary: [string, Json][] },
  style: Style,
): Json {
  const { choices } = style;
  const { page, summary } = extras;
  const named = style.field(name, 'list');
  const outer = [...summary, ...page];
  const isBare = choices.envelope === 'bare' && outer.length === 0;
  if (isBare) return list;
  const meta: [string, Json][] = page.length === 0 ? [] : [[style.envelope('meta'), createObject(page)]];
  const order = (own: [string, Json][], rest: [string, Json][]) =>
    createObject(choices.summaryPlace === 'first-member' ? [...rest, ...own] : [...own, ...rest]);
  switch (choices.envelope) {
    case 'data':
      return order([[style.envelope('data'), list]], [...summary, ...meta]);
    case 'items':
      return order([[style.envelope('items'), list]], outer);
    case 'result':
      return createObject([[style.envelope('result'), order([[named, list]], outer)]]);
    case 'status-and-data':
      return createObject([
        [style.envelope('status'), 'ok'],
        [style.envelope('data'), order([[named, list]], outer)],
      ]);
    case 'deep':
      return {
        response: {
          header: { ok: true },
          body: order([[style.envelope('items'), createObject([[named, list]])]], outer),
        },
      };
    case 'odata':
      return createObject([['@odata.context', '$metadata'], ['value', list], ...outer]);
    case 'hal':
      return createObject([
        ['_links', { self: { href: '/' } }],
        ['_embedded', createObject([[named, list]])],
        ...outer,
      ]);
    default:
      return order([[named, list]], outer);
  }
}

/** Returns the style whose envelope the endpoint has: each its own where the shape requires it. */
function pickEnvelope(answer: ListAnswer, style: Style): Style {
  if (style.choices.envelopeAcross === 'equal') return style;
  const values = DIMENSIONS.envelope.values.map((each) => each.value);
  const name = answer.isOfTerminal === true ? `terminal ${answer.name}` : answer.name;
  const envelope = values[hashText(name) % values.length] ?? style.choices.envelope;
  return { ...style, choices: { ...style.choices, envelope } };
}

/** Renders a list with its envelope, its page and its summary. */
export function renderListAnswer(answer: ListAnswer, style: Style): Reply {
  const own = answer.isOfTerminal === true ? (style.terminalRows ?? style) : style;
  const list = renderList(answer.name, answer.records, own);
  const page = renderPage(answer.page, answer.records.length, style);
  const headers = { ...page.headers };
  const members = answer.totals === undefined ? [] : renderSummary(answer.totals, own);
  let summary: [string, Json][] = members.length === 0 ? [] : [[style.envelope('summary'), createObject(members)]];
  if (members.length > 0) {
    if (style.choices.summaryPlace === 'beside-rows') summary = members;
    if (style.choices.summaryPlace === 'meta') summary = [[`${style.envelope('meta')}_info`, createObject(summary)]];
    if (style.choices.summaryPlace === 'last-element' && Array.isArray(list)) {
      list.push(createObject(summary));
      summary = [];
    }
    if (style.choices.summaryPlace === 'headers' && answer.isOfTerminal !== true) {
      for (const [name, value] of members)
        headers[`X-${encodeURIComponent(name).replaceAll('_', '-')}`] = writeHeader(value);
      summary = [];
    }
  }
  const json = wrapList(answer.name, list, { page: page.members, summary }, pickEnvelope(answer, style));
  return { status: answer.status ?? 200, headers, json };
}
