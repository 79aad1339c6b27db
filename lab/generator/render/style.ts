import type { Choices } from '../dimensions/index.ts';
import { CURRENCIES, type Currency } from './formats.ts';
import { createIds, type Ids } from './ids.ts';
import { nameField } from './lexicon.ts';

/** The parts of the shape that a renderer reads. */
export interface Style {
  readonly choices: Choices;
  readonly ids: Ids;
  readonly currency: Currency;
  /** The URL of the service; empty until it listens. */
  baseUrl: string;
  /** Returns the member name of a field of a record. */
  field(name: string, type: string): string;
  /** Returns the name of a group of the portal. */
  section(name: string): string;
  /** Returns the name of a member of an envelope. */
  envelope(name: EnvelopeName): string;
  /** The style of /v1/terminals/{terminal_id}/transactions, which may differ. */
  readonly terminalRows: Style | undefined;
}

const ENVELOPE_NAMES = {
  data: { alternative: 'payload', german: 'daten', dollar: '$data', opaque: 'd' },
  items: { alternative: 'records', german: 'eintraege', dollar: '$items', opaque: 'l' },
  meta: { alternative: 'info', german: 'angaben', dollar: '$meta', opaque: 'm' },
  result: { alternative: 'reply', german: 'ergebnis', dollar: '$result', opaque: 'r' },
  status: { alternative: 'outcome', german: 'zustand', dollar: '$status', opaque: 's' },
  next: { alternative: 'continue_with', german: 'weiter', dollar: '$next', opaque: 'n' },
  total: { alternative: 'available', german: 'gesamt', dollar: '$total', opaque: 't' },
  offset: { alternative: 'skipped', german: 'ab', dollar: '$offset', opaque: 'o' },
  page: { alternative: 'page_number', german: 'seite', dollar: '$page', opaque: 'p' },
  pages: { alternative: 'page_count', german: 'seiten', dollar: '$pages', opaque: 'q' },
  summary: { alternative: 'totals', german: 'summen', dollar: '$summary', opaque: 'u' },
} as const;

export type EnvelopeName = keyof typeof ENVELOPE_NAMES;

const OTHER_FIELD_NAMES: Readonly<Record<string, string>> = { snake: 'camel', camel: 'snake', german: 'abbreviated' };
const OTHER_AMOUNTS = { 'decimal-text': 'minor-number', 'minor-number': 'decimal-text' } as const;

/** Returns the path of the base URL, which references that begin with a slash contain. */
export function readBasePath(style: Style): string {
  return style.baseUrl.replace(/^[a-z]+:\/\/[^/]*/, '');
}

/** Returns the scheme, host and port of the base URL. */
export function readOrigin(style: Style): string {
  return style.baseUrl.slice(0, style.baseUrl.length - readBasePath(style).length);
}

/** Creates the style of a shape. */
export function createStyle(choices: Choices): Style {
  const ids = createIds(choices);
  const build = (own: Choices, terminalRows: Style | undefined): Style => ({
    choices: own,
    ids,
    currency: CURRENCIES[own.currency] as Currency,
    baseUrl: '',
    field: (name, type) => nameField(name, own.fieldNames, type),
    section: (name) => nameField(name, own.sectionNames, 'portal'),
    envelope: (name) => (own.envelopeNames === 'plain' ? name : ENVELOPE_NAMES[name][own.envelopeNames]),
    terminalRows,
  });
  const otherNames = OTHER_FIELD_NAMES[choices.fieldNames] ?? 'snake';
  const isOther = choices.namesAcross === 'differ' || choices.valuesAcross === 'differ';
  const changed = {
    ...choices,
    ...(choices.namesAcross === 'differ' ? { fieldNames: otherNames } : {}),
    ...(choices.valuesAcross === 'differ'
      ? {
          rowAmounts: OTHER_AMOUNTS[choices.rowAmounts as keyof typeof OTHER_AMOUNTS] ?? 'decimal-text',
          rowTimes: choices.rowTimes === 'epoch-ms' ? 'rfc3339' : 'epoch-ms',
        }
      : {}),
    // The changed values belong to the same dimensions.
  } as Choices;
  return build(choices, isOther ? build(changed, undefined) : undefined);
}
