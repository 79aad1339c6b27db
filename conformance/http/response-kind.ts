import type { Exchange } from './client.ts';

/** Whether an answer is a page for people where data were asked for: that of a login, or of a proxy on the way. */
export const isWebPage = (exchange: Exchange): boolean =>
  /^(text\/html|application\/xhtml\+xml)$/.test(exchange.mediaType) ||
  /^\s*<(!doctype html|html)\b/i.test(startOf(exchange));

/** Whether an answer holds anything that could be judged: a member or an element of JSON, or a feed. */
export const saysSomething = (exchange: Exchange): boolean => {
  const { json } = exchange;
  if (json === undefined) return /^\ufeff?\s*</.test(startOf(exchange)) && !isWebPage(exchange);
  return typeof json === 'object' && json !== null && Object.keys(json).length > 0;
};

const startOf = ({ bytes }: Exchange): string => new TextDecoder().decode(bytes.subarray(0, 512));
