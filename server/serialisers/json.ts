export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/** Serialises a reply's body as JSON, with members in the handler's order. */
export function serialiseJson(body: unknown): string {
  return JSON.stringify(body);
}

/** JSON texts of immutable rows. Each row is serialised once. */
const texts = new WeakMap<object, string>();

/** Serialises a list like `serialiseJson`, with cached texts for its frozen rows. */
export function serialiseList({ object, data, ...rest }: ListBody): string {
  const rows = data.map((row) => (Object.isFrozen(row) ? getCachedText(row) : JSON.stringify(row)));
  return `{"object":${JSON.stringify(object)},"data":[${rows.join()}],${JSON.stringify(rest).slice(1)}`;
}

/** A list; `object` and `data` come first. */
export interface ListBody {
  readonly object: 'list';
  readonly data: readonly object[];
  readonly page: object;
}

export function isList(body: unknown): body is ListBody {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'object') === 'list';
}

function getCachedText(row: object): string {
  const text = texts.get(row) ?? JSON.stringify(row);
  texts.set(row, text);
  return text;
}
