import type { LogicalRecord, Value } from '../model/values.ts';
import { createObject, type Json } from '../protocol/json.ts';
import { hashText } from '../random.ts';
import { type Entry, renderRow } from './rows.ts';
import type { Style } from './style.ts';
import { OMITTED, renderId, renderValue } from './values.ts';

/** The objects into which the fields of a record are nested in the style `parts`. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  batch: {
    entries: ['creditCount', 'debitCount'],
    totals: ['creditTotal', 'debitTotal', 'netPayout'],
    timing: ['openedAt', 'closedAt', 'settledAt'],
  },
  dispute: {
    assignment: ['assignee', 'assignedAt'],
    resolutionPart: ['resolution', 'resolvedAt'],
    review: ['reviewer', 'reviewNote'],
  },
  monitoring: { monitoring: ['cashNotes', 'dispenser', 'observedAt'] },
};

/** Selects how a location shows its place and its terminals. */
function selectLocation(value: LogicalRecord, style: Style): Readonly<Record<string, Value>> {
  const { locationIdentity, locationForm } = style.choices;
  const { id, terminal, terminals, name, latitude, longitude, ...lines } = value.fields;
  const address = ['street', 'postcode', 'city', 'region', 'country']
    .map((line) => String(lines[line] ?? ''))
    .join(', ');
  const place: Record<string, Value> =
    locationForm === 'members'
      ? { name, ...lines, latitude, longitude }
      : locationForm === 'text'
        ? { name, address, latitude, longitude }
        : { name, ...lines, coordinates: [latitude, longitude] };
  if (locationIdentity === 'terminal') return { ...place, ...(terminal === null ? { terminals } : { terminal }) };
  return locationIdentity === 'own-id' ? { id, ...place } : { id, ...place, terminals };
}

function selectFields(value: LogicalRecord, style: Style): Readonly<Record<string, Value>> {
  const { choices } = style;
  const { terminals, terminalCount, terminal, id, ...rest } = value.fields;
  if (value.type === 'group') {
    const count = terminalCount === undefined ? {} : { terminalCount };
    if (choices.groupTerminals === 'nothing') return { id, ...rest };
    if (choices.groupTerminals === 'count') return { id, ...rest, ...count };
    if (choices.groupTerminals === 'ids') return { id, ...rest, terminals };
    return { id, ...rest, ...count, terminals };
  }
  if (value.type === 'location') {
    return selectLocation(value, style);
  }
  if (value.type === 'dispute') {
    // Reviewer metadata is part of a case only once it is resolved.
    const { reviewer, reviewNote, ...others } = value.fields;
    return reviewer === null && reviewNote === null ? others : value.fields;
  }
  return value.fields;
}

function renderFields(value: LogicalRecord, style: Style): Entry[] {
  const fields = selectFields(value, style);
  const ids = (list: Value) =>
    Array.isArray(list)
      ? list.map(
          (each): Json => (typeof each === 'object' && each !== null && 'to' in each ? renderId(each, style) : null),
        )
      : null;
  return Object.entries(fields).map(([name, each]): Entry => {
    const member = style.field(name, value.type);
    if (name === 'id' && typeof each === 'object' && each !== null && 'to' in each)
      return [member, renderId(each, style)];
    if (name === 'terminals' && value.type === 'group' && style.choices.groupTerminals === 'ids')
      return [member, ids(each)];
    return [member, renderValue(each, style, renderRecord)];
  });
}

function nestParts(value: LogicalRecord, entries: readonly Entry[], style: Style): Entry[] {
  const parts = PARTS[value.type] ?? {};
  const partOf = new Map(
    Object.entries(parts).flatMap(([part, fields]) => fields.map((field) => [style.field(field, value.type), part])),
  );
  const nested = new Map<string, [string, Json][]>();
  const result: Entry[] = [];
  for (const [name, each] of entries) {
    const part = partOf.get(name);
    if (part === undefined) result.push([name, each]);
    else if (each !== OMITTED) nested.set(part, [...(nested.get(part) ?? []), [name, each as Json]]);
  }
  for (const [part, members] of nested) result.push([style.field(part, value.type), createObject(members)]);
  return result;
}

function createExtras(value: LogicalRecord, style: Style): Entry[] {
  const key = value.about?.key ?? value.type;
  const number = hashText(key) % 1000;
  switch (style.choices.extraMembers) {
    case 'some':
      return [
        ['object', value.type],
        ['tags', []],
      ];
    case 'confusing':
      return [
        ['object_version', number],
        ['trace_reference', `R${number}`],
        ['limit', 500],
        ['balance_hint', (number % 20) * 20],
        ['updated', `2026-01-${String((number % 28) + 1).padStart(2, '0')}`],
        ['next', null],
        ['total', number % 40],
      ];
    default:
      return [];
  }
}

function orderEntries(entries: [string, Json][], order: string): [string, Json][] {
  if (order === 'alphabetical') return entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return order === 'reversed' ? entries.reverse() : entries;
}

/** Returns the members of a record in the names and formats of the shape. */
export function renderMembers(value: LogicalRecord, style: Style): [string, Json][] {
  const { choices } = style;
  const rendered = value.type === 'transaction' ? renderRow(value, style) : renderFields(value, style);
  const placed = choices.nesting === 'parts' ? nestParts(value, rendered, style) : rendered;
  const isWrapped = choices.wrappedValues === 'value-objects' && value.type === 'transaction';
  const names = new Set<string>();
  const members: [string, Json][] = [];
  for (const [name, each] of [...placed, ...createExtras(value, style)]) {
    if (each === OMITTED || each === undefined) continue;
    let unique = name;
    while (names.has(unique)) unique = `${unique}_2`;
    names.add(unique);
    const json = each as Json;
    const isPlain = typeof json !== 'object' || json === null;
    members.push([unique, isWrapped && isPlain && name !== style.field('id', value.type) ? { value: json } : json]);
  }
  return orderEntries(members, choices.memberOrder);
}

/** Renders a record as a JSON object. */
export function renderRecord(value: LogicalRecord, style: Style): Json {
  const members = renderMembers(value, style);
  if (style.choices.nesting !== 'attributes') return createObject(members);
  const idName = style.field('id', value.type);
  const own = members.filter(([name]) => name === idName || name === 'href');
  const rest = members.filter(([name]) => name !== idName && name !== 'href');
  return createObject([...own, ['attributes', createObject(rest)]]);
}
