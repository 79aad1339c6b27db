import type { HeaderPair } from '../../../../conformance/http/client.ts';

/** A response before it is serialised. */
export interface HarbourResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly text: string;
}

export const jsonResponse = (
  value: unknown,
  status = 200,
  headers: readonly HeaderPair[] = PRIVATE,
): HarbourResponse => ({
  status,
  headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
  text: JSON.stringify(value),
});

export const rssResponse = (text: string): HarbourResponse => ({
  status: 200,
  headers: [['Content-Type', 'application/rss+xml; charset=utf-8'], ...PRIVATE],
  text,
});

const PRIVATE: readonly HeaderPair[] = [
  ['Cache-Control', 'private, no-store'],
  ['Vary', 'X-API-Key'],
];

const TITLES: Readonly<Record<number, string>> = {
  400: 'Not readable',
  401: 'Key missing',
  403: 'Not allowed',
  404: 'Not there',
  405: 'Not this way',
  409: 'Already there',
  415: 'Not this media type',
  422: 'Not acceptable as it stands',
  500: 'Out of order',
};

/** Returns an error in the format of this service. It never repeats any part of the request. */
export const errorResponse = (
  status: number,
  detail: string,
  headers: readonly HeaderPair[] = [],
): HarbourResponse => ({
  status,
  headers: [['Content-Type', 'application/vnd.api+json'], ['Cache-Control', 'no-store'], ...headers],
  text: JSON.stringify({ errors: [{ status: String(status), title: TITLES[status] ?? 'Refused', detail }] }),
});

export const NOT_FOUND = errorResponse(404, 'There is nothing of that name for this key.');
