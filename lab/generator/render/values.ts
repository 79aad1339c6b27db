import { type Instant, isRecord, type LogicalRecord, type Money, type Reference, type Value } from '../model/values.ts';
import { createObject, type Json, RawNumber } from '../protocol/json.ts';
import { formatCode, formatEmv, formatInstant, formatMoney, formatResponse } from './formats.ts';
import { readBasePath, readOrigin, type Style } from './style.ts';

/** Marks a member that is left out. */
export const OMITTED = Symbol('omitted');
export type Rendered = Json | typeof OMITTED;

/** Renders an optional value that does not apply. */
export function renderNothing(style: Style): Rendered {
  switch (style.choices.nulls) {
    case 'omitted':
      return OMITTED;
    case 'empty-text':
      return '';
    case 'dash':
      return '-';
    default:
      return null;
  }
}

function renderMoney(value: Money, style: Style): Rendered {
  const { choices } = style;
  const rows = choices.rowAmounts;
  const uses = { total: choices.totalAmounts, batch: choices.batchAmounts, dispute: choices.disputeAmounts, row: rows };
  const format = uses[value.use] === 'like-rows' ? rows : uses[value.use];
  if (value.minor !== null) return formatMoney(value.minor, format, style.currency);
  if (value.use !== 'row') return renderNothing(style);
  switch (choices.declinedAmounts) {
    case 'zero':
      return formatMoney(0, format, style.currency);
    case 'empty-text':
      return '';
    default:
      return null;
  }
}

function renderInstant(value: Instant, style: Style): Rendered {
  const { choices } = style;
  if (value.ms === null) return renderNothing(style);
  if (value.use === 'row') {
    return formatInstant(value.ms, choices.rowTimes, choices.rowTimeZone === 'terminal' ? value.offsetMinutes : 0);
  }
  const day = new Date(value.ms).toISOString().slice(0, 10);
  if (value.use === 'batch' && choices.batchTimes === 'days') return day;
  if (value.use === 'due' && choices.dueDate === 'day') return day;
  if (value.use === 'due' && choices.dueDate === 'days-left-object') return { on: day, end_of_day: true };
  return formatInstant(value.ms, choices.otherTimes, 0);
}

/** Returns the path under which a reference can be read, if the document names one. */
export function linkTo(value: Reference, style: Style): string | undefined {
  const id = encodeURIComponent(style.ids.text(value.to, value.key));
  const base = readBasePath(style);
  switch (value.to) {
    case 'terminal':
      return `${base}/v1/terminals/${id}/status-monitoring`;
    case 'transaction':
      return `${base}/v1/transactions/${id}/timeline`;
    case 'connector':
      return `${base}/v1/connectors/${id}/status`;
    default:
      return undefined;
  }
}

/** Renders the id of an entity as it occurs in bodies. */
export function renderId(value: Reference, style: Style): Json {
  const text = style.ids.text(value.to, value.key);
  return style.ids.isNumeric(value.to) ? new RawNumber(text) : text;
}

function renderReference(value: Reference, style: Style): Json {
  const id = renderId(value, style);
  const link = linkTo(value, style);
  switch (style.choices.references) {
    case 'object':
      return createObject([
        [style.field('id', value.to), id],
        ...(value.label === undefined ? [] : [[style.field('label', value.to), value.label] as [string, Json]]),
      ]);
    case 'link':
      return link ?? id;
    case 'id-and-link':
      return link === undefined ? id : { id, href: `${readOrigin(style)}${link}` };
    default:
      return id;
  }
}

function renderCount(count: number, style: Style): Json {
  return style.choices.countForm === 'text' ? String(count) : count;
}

/** Renders a yes or no. */
export function renderFlag(isSet: boolean, style: Style): Json {
  switch (style.choices.flagForm) {
    case 'yes-no':
      return isSet ? 'yes' : 'no';
    case 'number':
      return isSet ? 1 : 0;
    case 'letter':
      return isSet ? 'Y' : 'N';
    default:
      return isSet;
  }
}

export type RenderNested = (value: LogicalRecord, style: Style) => Json;

/**
 * Renders a logical value in the formats of the shape.
 * @param renderNested renders the records within the value; without it, they are left out
 */
export function renderValue(value: Value, style: Style, renderNested?: RenderNested): Rendered {
  if (value === undefined) return OMITTED;
  if (value === null) return renderNothing(style);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? renderCount(value, style) : value;
  if (typeof value === 'boolean') return renderFlag(value, style);
  if (Array.isArray(value)) {
    return (value as readonly Value[]).flatMap((each) => {
      const rendered = renderValue(each, style, renderNested);
      return rendered === OMITTED ? [] : [rendered as Json];
    });
  }
  if (isRecord(value)) return renderNested?.(value, style) ?? OMITTED;
  // The value is none of the plain ones, so it is tagged.
  const tagged = value as Exclude<Value, null | undefined | string | number | boolean | readonly Value[]>;
  switch (tagged.kind) {
    case 'money':
      return renderMoney(tagged, style);
    case 'instant':
      return renderInstant(tagged, style);
    case 'reference':
      return renderReference(tagged, style);
    case 'record':
      return renderNested?.(tagged, style) ?? OMITTED;
    case 'code':
      if (tagged.domain === 'response') return formatResponse(tagged.value, style.choices.responses);
      if (tagged.domain === 'emv') return formatEmv(tagged.value === 'chip', style.choices.emvForm);
      if (tagged.domain === 'transaction-type')
        return formatCode(tagged.value, tagged.domain, style.choices.transactionTypes);
      if (tagged.domain === 'account-type') return formatCode(tagged.value, tagged.domain, style.choices.accountTypes);
      return formatCode(tagged.value, tagged.domain, style.choices.statuses);
  }
}
