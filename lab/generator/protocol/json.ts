/** A JSON number that keeps its digits, such as `120.00`. */
export class RawNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/** A JSON value; a `Map` is an object whose members keep their order. */
export type Json = string | number | boolean | null | RawNumber | Json[] | JsonObject | Map<string, Json>;
export interface JsonObject {
  [name: string]: Json;
}

export interface JsonFormat {
  readonly indent: string;
  readonly isEscaped: boolean;
  readonly escapesSlashes: boolean;
}

function writeText(text: string, format: JsonFormat): string {
  let written = JSON.stringify(text);
  if (format.isEscaped) {
    written = written.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
  return format.escapesSlashes ? written.replaceAll('/', '\\/') : written;
}

/** Writes a JSON value as text. */
export function writeJson(value: Json, format: JsonFormat, depth = ''): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return JSON.stringify(value);
  if (typeof value === 'string') return writeText(value, format);
  if (value instanceof RawNumber) return value.digits;
  const inner = depth + format.indent;
  const [open, join, close] = format.indent === '' ? ['', ',', ''] : [`\n${inner}`, `,\n${inner}`, `\n${depth}`];
  const colon = format.indent === '' ? ':' : ': ';
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[${open}${value.map((each) => writeJson(each, format, inner)).join(join)}${close}]`;
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  if (entries.length === 0) return '{}';
  const members = entries.map(([name, each]) => `${writeText(name, format)}${colon}${writeJson(each, format, inner)}`);
  return `{${open}${members.join(join)}${close}}`;
}

/** Returns whether a value is an object, not a list or a number. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RawNumber) &&
    !(value instanceof Map)
  );
}

/** Creates an object from members, in their order. */
export function createObject(entries: Iterable<readonly [string, Json]>): Map<string, Json> {
  return new Map(entries);
}
