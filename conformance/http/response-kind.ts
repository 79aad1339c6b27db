import { rememberObjects } from '../../base/caches/remember-objects.ts';
import { decodeText } from './bodies/text-encoding.ts';
import type { Exchange } from './exchange.ts';

const START_OF_PAGE = /^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html)\b/is;
const START_OF_DATA = /^\s*(?:[{[]|(?:<\?xml[^>]*>\s*)?<(?:rss|feed)\b)/i;

/**
 * Whether a response is an HTML page, for example of a login or a proxy. JSON and feeds of the media type text/html are none: the
 * service sends them with a wrong Content-Type.
 */
export const isWebPage = rememberObjects((exchange: Exchange): boolean => {
  const start = decodeStart(exchange);
  const isLabelled = /^(text\/html|application\/xhtml\+xml)$/.test(exchange.mediaType);
  return START_OF_PAGE.test(start) || (isLabelled && !START_OF_DATA.test(start));
});

/** Whether a response contains data: a non-empty JSON object or array, or a feed. */
export const containsData = (exchange: Exchange): boolean => {
  const { json } = exchange;
  if (json === undefined) return /^\ufeff?\s*</.test(decodeStart(exchange)) && !isWebPage(exchange);
  return typeof json === 'object' && json !== null && Object.keys(json).length > 0;
};

const decodeStart = (exchange: Exchange): string =>
  decodeText(exchange.bytes.subarray(0, 512), exchange.header('content-type'));
