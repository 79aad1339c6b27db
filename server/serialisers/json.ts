export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/** Writes a reply's body as JSON, members in the order in which the handler names them. */
export function serialiseJson(body: unknown): string {
  return JSON.stringify(body);
}
