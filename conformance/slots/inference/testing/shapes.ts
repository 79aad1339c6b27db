import type { ValuePointer } from '../../../reading/pointers.ts';
import {
  abbreviate,
  addUnit,
  DESCRIBED_COLUMNS,
  keepName,
  makeVague,
  nameInFrench,
  nameInGerman,
  toCamelCase,
  toPascalCase,
  useSynonyms,
} from './member-names.ts';

/** A variant of the built-in contract: names, envelope, amounts, times and ids. */
export interface Shape {
  readonly title: string;
  /** Returns the name of a member from its name in the built-in contract. */
  readonly name: (contractName: string) => string;
  readonly envelope: Envelope;
  readonly money: 'decimal-string' | 'number' | 'minor-units' | 'object' | 'units-and-nanos' | 'decimal-comma';
  readonly time: 'rfc3339' | 'epoch-seconds' | 'epoch-milliseconds';
  readonly ids: 'texts' | 'numbers';
  /** Descriptions of members in the published document, by the name in the built-in contract. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Prefixes of enum values, by the name of their member in the built-in contract. */
  readonly enumPrefixes?: Readonly<Record<string, string>>;
}

/** The parts of an envelope; `next` is the URL of the next page. */
interface Page {
  readonly rows: unknown;
  readonly summary: unknown;
  readonly cursor: unknown;
  readonly next: string | null;
}

interface Envelope {
  /** The locations of the rows, and of the totals of transactions. */
  readonly rows: ValuePointer;
  readonly summary: string;
  /** The parameter for a cursor. */
  readonly parameter: string;
  readonly wrap: (page: Page) => unknown;
  readonly hasLinkHeader?: boolean;
  /** The place of the contents of responses that are no lists. */
  readonly single?: ValuePointer;
}

const ENVELOPES = {
  bare: {
    rows: '/*',
    summary: '/totals',
    parameter: 'cursor',
    hasLinkHeader: true,
    wrap: ({ rows, summary }) => (summary === null ? rows : { items: rows, totals: summary }),
  },
  results: {
    rows: '/results/*',
    summary: '/totals',
    parameter: 'cursor',
    wrap: ({ rows, summary, next }) => ({
      count: [rows].flat().length,
      next,
      previous: null,
      results: rows,
      totals: summary,
    }),
  },
  hal: {
    rows: '/_embedded/things/*',
    summary: '/aggregate',
    parameter: 'cursor',
    wrap: ({ rows, summary, next }) => ({
      _links: { self: { href: '/' }, ...(next === null ? {} : { next: { href: next } }) },
      ...(summary === null ? {} : { aggregate: summary }),
      _embedded: { things: rows },
    }),
  },
  items: {
    rows: '/items/*',
    summary: '/summary',
    parameter: 'pageToken',
    wrap: ({ rows, summary, cursor }) => ({ items: rows, nextPageToken: cursor, summary }),
  },
  rows: {
    rows: '/rows/*',
    summary: '/sums',
    parameter: 'after',
    wrap: ({ rows, summary, cursor }) => ({ rows, paging: { after: cursor }, sums: summary }),
  },
  relay: {
    rows: '/data/viewer/connection/edges/*/node',
    summary: '/data/viewer/connection/totals',
    parameter: 'after',
    single: '/data/viewer',
    wrap: ({ rows, summary, cursor }) => ({
      data: {
        viewer: {
          connection: {
            edges: [rows].flat().map((node, index) => ({ cursor: `c${index}`, node })),
            pageInfo: { hasNextPage: cursor !== null, endCursor: cursor },
            ...(summary === null ? {} : { totals: summary }),
          },
        },
      },
    }),
  },
  satz: {
    rows: '/ANTWORT/SATZ/*',
    summary: '/ANTWORT/SUMMEN',
    parameter: 'FOLGE',
    single: '/ANTWORT',
    wrap: ({ rows, summary, cursor }) => ({
      KOPF: { RC: 0, ANZ: [rows].flat().length },
      ANTWORT: { SATZ: rows, FOLGE: cursor, ...(summary === null ? {} : { SUMMEN: summary }) },
    }),
  },
  protobuf: {
    rows: '/resources/*',
    summary: '/summary',
    parameter: 'pageToken',
    wrap: ({ rows, summary, cursor }) => ({ resources: rows, nextPageToken: cursor ?? '', summary }),
  },
  odata: {
    rows: '/value/*',
    summary: '/@fleet.aggregate',
    parameter: '$skiptoken',
    wrap: ({ rows, summary, next }) => ({
      '@odata.context': 'http://t.test/v1/$metadata#Rows',
      '@odata.count': [rows].flat().length,
      ...(summary === null ? {} : { '@fleet.aggregate': summary }),
      value: rows,
      ...(next === null ? {} : { '@odata.nextLink': next }),
    }),
  },
  bundle: {
    rows: '/entry/*/resource',
    summary: '/extension',
    parameter: '_page',
    wrap: ({ rows, summary, next }) => ({
      resourceType: 'Bundle',
      type: 'searchset',
      link: [{ relation: 'self', url: 'http://t.test/' }, ...(next === null ? [] : [{ relation: 'next', url: next }])],
      ...(summary === null ? {} : { extension: summary }),
      entry: [rows].flat().map((resource, index) => ({
        fullUrl: `http://t.test/r/${index}`,
        resource,
        search: { mode: 'match' },
      })),
    }),
  },
} as const satisfies Readonly<Record<string, Envelope>>;

export const SHAPES: readonly Shape[] = [
  {
    title: 'bare arrays, camelCase, numbers',
    name: toCamelCase,
    envelope: ENVELOPES.bare,
    money: 'number',
    time: 'rfc3339',
    ids: 'texts',
  },
  {
    title: 'results, snake_case, epoch seconds',
    name: keepName,
    envelope: ENVELOPES.results,
    money: 'decimal-string',
    time: 'epoch-seconds',
    ids: 'texts',
  },
  {
    title: 'HAL, camelCase, amounts with a currency, epoch milliseconds',
    name: toCamelCase,
    envelope: ENVELOPES.hal,
    money: 'object',
    time: 'epoch-milliseconds',
    ids: 'texts',
  },
  {
    title: 'items, cents, ids that are numbers',
    name: addUnit,
    envelope: ENVELOPES.items,
    money: 'minor-units',
    time: 'rfc3339',
    ids: 'numbers',
  },
  {
    title: 'rows, other words',
    name: useSynonyms,
    envelope: ENVELOPES.rows,
    money: 'decimal-string',
    time: 'rfc3339',
    ids: 'texts',
  },
  {
    title: 'results, PascalCase, ids that are numbers',
    name: toPascalCase,
    envelope: ENVELOPES.results,
    money: 'number',
    time: 'rfc3339',
    ids: 'numbers',
  },
  {
    title: 'HAL, other words, cents not mentioned in names',
    name: useSynonyms,
    envelope: ENVELOPES.hal,
    money: 'minor-units',
    time: 'epoch-seconds',
    ids: 'texts',
  },
  {
    title: 'items, snake_case, amounts with a currency',
    name: keepName,
    envelope: ENVELOPES.items,
    money: 'object',
    time: 'rfc3339',
    ids: 'numbers',
  },
  {
    title: 'items, short names, cents',
    name: abbreviate,
    envelope: ENVELOPES.items,
    money: 'minor-units',
    time: 'epoch-milliseconds',
    ids: 'numbers',
  },
  {
    title: 'results, vague names, numbers',
    name: makeVague,
    envelope: ENVELOPES.results,
    money: 'number',
    time: 'epoch-seconds',
    ids: 'texts',
  },
  {
    title: 'Relay, camelCase, amounts with a currency',
    name: toCamelCase,
    envelope: ENVELOPES.relay,
    money: 'object',
    time: 'rfc3339',
    ids: 'texts',
  },
  {
    title: 'German columns with a described document, decimal comma',
    name: nameInGerman,
    envelope: ENVELOPES.satz,
    money: 'decimal-comma',
    time: 'rfc3339',
    ids: 'numbers',
    descriptions: DESCRIBED_COLUMNS,
  },
  {
    title: 'protobuf JSON, units and nanos, prefixes of enums',
    name: toCamelCase,
    envelope: ENVELOPES.protobuf,
    money: 'units-and-nanos',
    time: 'rfc3339',
    ids: 'texts',
    enumPrefixes: {
      status: 'STATUS_',
      state: 'STATE_',
      transaction_type: 'TRANSACTION_TYPE_',
      account_type: 'ACCOUNT_TYPE_',
      reason_code: 'REASON_',
    },
  },
  {
    title: 'OData, PascalCase, numbers',
    name: toPascalCase,
    envelope: ENVELOPES.odata,
    money: 'number',
    time: 'rfc3339',
    ids: 'texts',
  },
  {
    title: 'bundle with entries, French words, cents',
    name: nameInFrench,
    envelope: ENVELOPES.bundle,
    money: 'decimal-string',
    time: 'epoch-seconds',
    ids: 'texts',
  },
];
