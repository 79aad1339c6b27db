import type { LogicalRecord, Reference, Value } from '../model/values.ts';
import { createObject, type Json } from '../protocol/json.ts';
import { hashText } from '../random.ts';
import { formatDateAndTime } from './formats.ts';
import type { Style } from './style.ts';
import { linkTo, OMITTED, type Rendered, renderId, renderValue } from './values.ts';

export type Entry = readonly [string, Rendered];

const AMOUNTS = ['amountRequested', 'amountCompleted', 'surchargeRequested', 'surchargeCompleted'] as const;

function isReference(value: Value): value is Reference {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'reference';
}

/** Renders how a row shows its transaction: id, link, nested or not at all. */
function renderIdentity(value: Value, style: Style): Entry[] {
  if (!isReference(value)) return [];
  const id = renderId(value, style);
  switch (style.choices.rowIdentity) {
    case 'link':
      return [['href', linkTo(value, style) ?? id]];
    case 'nested':
      return [[style.field('transaction', 'transaction'), { id }]];
    case 'nothing':
      return [];
    default:
      return [[style.field('id', 'transaction'), id]];
  }
}

function renderTerminal(value: Value, style: Style): Entry[] {
  if (!isReference(value)) return [];
  const name = style.field('terminal', 'transaction');
  switch (style.choices.rowTerminal) {
    case 'object':
      return [[name, { id: renderId(value, style), label: value.label ?? '' }]];
    case 'label':
      return [[name, value.label ?? '']];
    case 'link':
      return [[name, linkTo(value, style) ?? '']];
    case 'nothing':
      return [];
    default:
      return [[name, renderId(value, style)]];
  }
}

function renderTime(value: Value, style: Style): Entry[] {
  const { choices } = style;
  const isInstant = typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'instant';
  if (!isInstant || choices.rowTimeMembers === 'one')
    return [[style.field('at', 'transaction'), renderValue(value, style)]];
  const offset = choices.rowTimeZone === 'terminal' ? value.offsetMinutes : 0;
  const [date, time] = formatDateAndTime(value.ms ?? 0, choices.rowTimes, offset);
  const entries: Entry[] = [
    [style.field('terminalDate', 'transaction'), date],
    [style.field('terminalTime', 'transaction'), time],
  ];
  if (choices.rowTimeMembers === 'two-and-zone')
    entries.push([style.field('zone', 'transaction'), `UTC${offset / 60}`]);
  return entries;
}

function renderSequence(sequence: Value, style: Style): Json {
  const number = Number(sequence);
  switch (style.choices.sequenceForm) {
    case 'text':
      return String(number);
    case 'padded':
      return String(number).padStart(6, '0');
    case 'prefixed':
      return `S-${number}`;
    default:
      return number;
  }
}

/** Renders the four amounts of a row. */
function renderAmounts(fields: Readonly<Record<string, Value>>, style: Style): Entry[] {
  const type = 'transaction';
  const values = AMOUNTS.map((name): Entry => [style.field(name, type), renderValue(fields[name], style)]);
  if (style.choices.amountMembers === 'apart') return values;
  const rendered = values.map(([, value]) => value);
  const pair = (names: readonly [string, string], at: readonly [number, number]) =>
    createObject(
      at.flatMap((index, order): [string, Json][] => {
        const value = rendered[index];
        return value === undefined || value === OMITTED ? [] : [[style.field(names[order] ?? '', type), value as Json]];
      }),
    );
  if (style.choices.amountMembers === 'pairs') {
    return [
      [style.field('amount', type), pair(['requested', 'completed'], [0, 1])],
      [style.field('surcharge', type), pair(['requested', 'completed'], [2, 3])],
    ];
  }
  if (style.choices.amountMembers === 'by-stage') {
    return [
      [style.field('requested', type), pair(['amount', 'surcharge'], [0, 2])],
      [style.field('completed', type), pair(['amount', 'surcharge'], [1, 3])],
    ];
  }
  const list = values.flatMap(([name, value]) => (value === OMITTED ? [] : [{ name, value: value as Json }]));
  return [[style.field('amounts', type), list]];
}

function renderCard(lastFour: Value, key: string, style: Style): Entry[] {
  const digits = String(lastFour);
  const name = style.field('card', 'transaction');
  const hash = hashText(key);
  switch (style.choices.cardMask) {
    case 'last-four':
      return [[name, digits]];
    case 'masked':
      return [[name, `************${digits}`]];
    case 'token':
      return [[name, `tok_${hash.toString(36)}`]];
    case 'reference-digits':
      return [['rrn', `0${String(hash).padStart(11, '0')}`]];
    default:
      return [];
  }
}

/** Renders the members of a transaction row; fields that the document does not name follow. */
export function renderRow(row: LogicalRecord, style: Style): Entry[] {
  const { id, terminal, at, sequence, card, ...rest } = row.fields;
  const known = new Set<string>(AMOUNTS);
  const coded = ['type', 'accountType', 'emv', 'response'];
  const simple = Object.entries(rest).filter(([name]) => !known.has(name));
  const member = ([name, value]: [string, Value]): Entry => [
    style.field(name, 'transaction'),
    renderValue(value, style),
  ];
  return [
    ...renderIdentity(id, style),
    ...renderTerminal(terminal, style),
    ...(at === undefined ? [] : renderTime(at, style)),
    ...simple.filter(([name]) => coded.includes(name)).map(member),
    ...(sequence === undefined
      ? []
      : [[style.field('sequence', 'transaction'), renderSequence(sequence, style)] as Entry]),
    ...renderAmounts(rest, style),
    ...(card === undefined ? [] : renderCard(card, row.about?.key ?? '', style)),
    ...simple.filter(([name]) => !coded.includes(name)).map(member),
  ];
}
