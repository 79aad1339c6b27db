import type { Transport, TransportRequest, TransportResponse } from '../../../http/client.ts';
import type { Shape } from './shapes.ts';

const MONEY = /^-?\d+\.\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** Paths with documented member names, whose responses stay unchanged. */
const SAME = /\/v1\/(integrations|public)\//;

/** Converts the responses of a service from the form of the built-in contract to another shape. */
export function convertToShape(transport: Transport, shape: Shape): Transport {
  const ids = createNumbering();
  const conversion = { shape, getNumber: ids.getNumber };
  return async (request) => {
    const response = await transport(convertRequest(request, shape, ids.getText));
    const text = Buffer.from(response.body).toString();
    if (text === '') return response;
    if (request.url.includes('/public-openapi.json'))
      return replaceBody(response, JSON.stringify(describeMembers(stripDescriptions(JSON.parse(text), shape), shape)));
    if (SAME.test(request.url)) return response;
    if (!isJson(response) || response.status !== 200)
      return replaceBody(response, shape.ids === 'numbers' ? ids.inText(text) : text);
    const body: unknown = JSON.parse(text);
    const isList = typeof body === 'object' && body !== null && 'data' in body && 'page' in body;
    if (!isList) return replaceBody(response, JSON.stringify(wrapSingle(convertValue(body, conversion), shape)));
    const list = body as { data: unknown; page: { next_cursor: unknown }; summary: unknown }; // the contract's envelope
    const cursor = list.page.next_cursor;
    const next = typeof cursor === 'string' ? createNextUrl(request.url, shape.envelope.parameter, cursor) : null;
    const rows = convertValue(list.data, conversion);
    const isOfTransactions = /\/transactions/.test(request.url);
    const summary = isOfTransactions ? convertValue(list.summary, conversion) : null;
    const wrapped = replaceBody(response, JSON.stringify(shape.envelope.wrap({ rows, summary, cursor, next })));
    if (shape.envelope.hasLinkHeader !== true || next === null) return wrapped;
    return { ...wrapped, headers: [...wrapped.headers, ['Link', `<${next}>; rel="next"`]] };
  };
}

/** Removes schemas, examples and descriptions from a document, and renames the cursor parameter. */
function stripDescriptions(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((one) => stripDescriptions(one, shape));
  if (typeof value !== 'object' || value === null) return value === 'cursor' ? shape.envelope.parameter : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^(schema|schemas|example|examples|description|x-.*)$/.test(name))
      .map(([name, member]) => [name, stripDescriptions(member, shape)]),
  );
}

/** Adds a schema with the descriptions of a shape to its document. */
function describeMembers(document: unknown, { name, descriptions }: Shape): unknown {
  if (descriptions === undefined) return document;
  const describe = (names: readonly string[]) => ({
    properties: Object.fromEntries(names.map((one) => [name(one), { description: descriptions[one] }])),
  });
  const schemas = {
    Vorgang: describe([
      'transaction_id',
      'amt_req',
      'amt_comp',
      'sur_req',
      'sur_comp',
      'terminal_id',
      'seq_no',
      ...ROW,
    ]),
    Gruppe: describe(['group_id', 'parent_group_id', 'terminal_ids', 'name']),
  };
  return { ...Object(document), components: { ...Object(Object(document).components), schemas } };
}

const ROW = ['terminal_datetime', 'transaction_type', 'account_type', 'emv', 'response', 'response_text'];

/** Puts the body of a response that is no list at its place in the envelope. */
const wrapSingle = (body: unknown, { envelope }: Shape): unknown =>
  (envelope.single ?? '')
    .split('/')
    .slice(1)
    .reduceRight<unknown>((inner, member) => ({ [member]: inner }), body);

/** Maps ids to numbers and back. */
interface Numbering {
  getNumber(id: string): number;
  getText(number: string): string;
  inText(text: string): string;
}

function createNumbering(): Numbering {
  const numbers = new Map<string, number>();
  const texts = new Map<string, string>();
  return {
    getNumber(id) {
      const number = numbers.get(id) ?? 700_000_011 + numbers.size * 37;
      numbers.set(id, number);
      texts.set(String(number), id);
      return number;
    },
    getText: (number) => texts.get(number) ?? number,
    inText: (text) => text.replaceAll(/[\w-]+/g, (word) => String(numbers.get(word) ?? word)),
  };
}

/** Converts the ids and the cursor parameter of a request to those of the contract. */
function convertRequest(
  request: TransportRequest,
  { envelope }: Shape,
  getText: Numbering['getText'],
): TransportRequest {
  const url = new URL(request.url);
  url.pathname = url.pathname.replaceAll(/[^/.]+/g, (part) => getText(part));
  for (const [name, value] of [...url.searchParams]) {
    url.searchParams.delete(name);
    const isOther = name === 'cursor' && envelope.parameter !== 'cursor';
    url.searchParams.append(name === envelope.parameter ? 'cursor' : isOther ? 'unknown' : name, getText(value));
  }
  return { ...request, url: url.href };
}

function createNextUrl(requestUrl: string, parameter: string, cursor: string): string {
  const url = new URL(requestUrl);
  url.searchParams.set(parameter, cursor);
  return url.href;
}

interface Conversion {
  readonly shape: Shape;
  readonly getNumber: Numbering['getNumber'];
}

/** Converts names, amounts, instants and ids of a value to those of the shape. */
function convertValue(value: unknown, conversion: Conversion, name = ''): unknown {
  const { shape, getNumber } = conversion;
  if (Array.isArray(value)) return value.map((one) => convertValue(one, conversion, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [shape.name(key), convertValue(member, conversion, key)]),
    );
  if (typeof value !== 'string') return value;
  if (MONEY.test(value)) return convertAmount(value, shape);
  if (INSTANT.test(value)) return convertInstant(value, shape);
  const prefix = shape.enumPrefixes?.[name];
  if (prefix !== undefined) return prefix + value.toUpperCase();
  return shape.ids === 'numbers' && /_ids?$/.test(name) ? getNumber(value) : value;
}

function convertAmount(value: string, { money }: Shape): unknown {
  if (money === 'decimal-string') return value;
  if (money === 'object') return { amount: value, currency: 'USD' };
  if (money === 'decimal-comma') return value.replace('.', ',');
  if (money === 'units-and-nanos') {
    const [units = '', decimals] = value.split('.');
    return { currencyCode: 'USD', units, nanos: Number(decimals) * 1e7 * (value.startsWith('-') ? -1 : 1) };
  }
  return money === 'number' ? Number(value) : Math.round(Number(value) * 100);
}

function convertInstant(value: string, { time }: Shape): unknown {
  if (time === 'rfc3339') return value;
  const milliseconds = Date.parse(value);
  return time === 'epoch-seconds' ? Math.floor(milliseconds / 1000) : milliseconds;
}

const isJson = ({ headers }: TransportResponse): boolean =>
  headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('json'));

/** Replaces the body of a response, and removes the headers that depend on it. */
const replaceBody = (response: TransportResponse, text: string): TransportResponse => ({
  ...response,
  headers: response.headers.filter(([name]) => !/^(content-length|etag|link|content-encoding)$/i.test(name)),
  body: Buffer.from(text),
});
