export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/** Writes a reply's body as JSON, members in the order in which the handler names them. */
export function serialiseJson(body: unknown): string {
  return JSON.stringify(body);
}

/** Texts of rows that cannot change: a row is written once, however many pages show it. */
const texts = new WeakMap<object, string>();

/** Writes a list as `serialiseJson` does, from the kept texts of its frozen rows. */
export function serialiseList({ object, data, ...rest }: ListBody): string {
  const rows = data.map((row) => (Object.isFrozen(row) ? keptText(row) : JSON.stringify(row)));
  return `{"object":${JSON.stringify(object)},"data":[${rows.join()}],${JSON.stringify(rest).slice(1)}`;
}

/** The envelope of a list; `object` and `data` come first. */
export interface ListBody {
  readonly object: 'list';
  readonly data: readonly object[];
  readonly page: object;
}

export function isList(body: unknown): body is ListBody {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'object') === 'list';
}

function keptText(row: object): string {
  const text = texts.get(row) ?? JSON.stringify(row);
  texts.set(row, text);
  return text;
}
