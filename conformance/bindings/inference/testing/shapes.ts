import type { ValuePointer } from '../../../oracles/pointers.ts';
import { abbreviate, addUnit, camelCase, makeVague, pascalCase, snakeCase, useSynonyms } from './member-names.ts';

/** A variant of the built-in contract: names, envelope, amounts, times and ids. */
export interface Shape {
  readonly title: string;
  /** Returns the name of a member from its name in the built-in contract. */
  readonly name: (contractName: string) => string;
  readonly envelope: Envelope;
  readonly money: 'decimal-string' | 'number' | 'minor-units' | 'object';
  readonly time: 'rfc3339' | 'epoch-seconds' | 'epoch-milliseconds';
  readonly ids: 'texts' | 'numbers';
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
} as const satisfies Readonly<Record<string, Envelope>>;

export const SHAPES: readonly Shape[] = [
  {
    title: 'bare arrays, camelCase, numbers',
    name: camelCase,
    envelope: ENVELOPES.bare,
    money: 'number',
    time: 'rfc3339',
    ids: 'texts',
  },
  {
    title: 'results, snake_case, epoch seconds',
    name: snakeCase,
    envelope: ENVELOPES.results,
    money: 'decimal-string',
    time: 'epoch-seconds',
    ids: 'texts',
  },
  {
    title: 'HAL, camelCase, amounts with a currency, epoch milliseconds',
    name: camelCase,
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
    name: pascalCase,
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
    name: snakeCase,
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
];
