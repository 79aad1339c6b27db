import type { Exchange } from '../exchange.ts';
import { decodeText } from './text-encoding.ts';

/** Whether a response is an HTML page, for example of a login or a proxy. */
export const isWebPage = (exchange: Exchange): boolean =>
  /^(text\/html|application\/xhtml\+xml)$/.test(exchange.mediaType) ||
  /^\s*<(!doctype html|html)\b/i.test(decodeStart(exchange));

/** Whether a response contains data: a non-empty JSON object or array, or a feed. */
export const containsData = (exchange: Exchange): boolean => {
  const { json } = exchange;
  if (json === undefined) return /^\ufeff?\s*</.test(decodeStart(exchange)) && !isWebPage(exchange);
  return typeof json === 'object' && json !== null && Object.keys(json).length > 0;
};

const decodeStart = (exchange: Exchange): string =>
  decodeText(exchange.bytes.subarray(0, 512), exchange.header('content-type'));
