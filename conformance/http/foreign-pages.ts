import type { OperationId } from '../../spec/index.ts';
import { decodeText } from './bodies/text-encoding.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { isWebPage } from './response-kind.ts';

const LONGEST_TITLE = 60;
/** Headers that firewalls and delivery networks add. They only name the sender of a page that was recognised without them. */
const SENDER_HEADERS = ['cf-mitigated', 'x-amzn-waf-action', 'x-sucuri-id', 'server'] as const;

/**
 * Describes a response that another system than the service may have sent: a web page, an error that is neither JSON nor XML, a
 * redirect, or the demand of a proxy for credentials. `undefined` for other responses.
 */
export function describePage(exchange: Exchange): string | undefined {
  const { status } = exchange;
  if (isWebPage(exchange))
    return `an HTML page (${[status, ...readTitle(exchange)].join(', ')})${nameSender(exchange)}`;
  const elsewhere = status >= 300 && status < 400 ? readRedirectTarget(exchange) : undefined;
  if (elsewhere !== undefined) return `a redirect to ${elsewhere} (${status})${nameSender(exchange)}`;
  if (status === 407) return `a demand of a proxy for credentials (407)${nameSender(exchange)}`;
  const isPlain = status >= 400 && exchange.bytes.length > 0 && !isStructured(exchange);
  return isPlain
    ? `an error of the type ${exchange.mediaType || '(none)'} (${status})${nameSender(exchange)}`
    : undefined;
}

const isStructured = (exchange: Exchange): boolean =>
  /[/+](json|xml)\b/.test(exchange.mediaType) || !exchange.isReadable || exchange.json !== undefined;

/** Returns the target of a redirect, without its query, which may contain secrets. */
function readRedirectTarget(exchange: Exchange): string | undefined {
  const location = URL.parse(exchange.header('location') ?? '', exchange.request.url);
  return exchange.header('location') === undefined || location === null
    ? undefined
    : location.origin + location.pathname;
}

/** Returns the quoted title of a page, without control characters. */
function readTitle(exchange: Exchange): string[] {
  const start = decodeText(exchange.bytes.subarray(0, 4096), exchange.header('content-type'));
  const title =
    /<title[^>]*>([^<]*)</i
      .exec(start)?.[1]
      ?.replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim() ?? '';
  return title === '' ? [] : [JSON.stringify(title.slice(0, LONGEST_TITLE).toWellFormed())];
}

function nameSender(exchange: Exchange): string {
  const name = SENDER_HEADERS.find((header) => exchange.header(header) !== undefined);
  const value =
    name &&
    exchange
      .header(name)
      ?.replaceAll(/\P{ASCII}|\p{C}/gu, '')
      .slice(0, LONGEST_TITLE);
  return value === undefined ? '' : ` with the header ${name}: ${value}`;
}

/** The pages that a service itself sends, as learnt during a run. */
export interface KnownPages {
  /** Adds a response that counts, with its description if it is a page. */
  add(exchange: Exchange, page: string | undefined): void;
  /** Whether a page, as described, may be of another system than the service. Call it once for each page. */
  isSuspect(page: string): boolean;
  /** Adds a page that the service sends while its other responses are as before. */
  addOwn(page: string): void;
  /** Whether a web page replaces what the service itself sends: it answered the operation otherwise, and has errors of another type. */
  isForeign(exchange: Exchange): boolean;
}

/** After this number of pages without another response in between, known pages are suspect too. */
const MOST_IN_A_ROW = 3;
/** A service whose pages have more descriptions than this repeats parts of the request in them. */
const MOST_KNOWN = 12;
/** The number of operations with errors that are web pages, from which on they are the form of errors of the service. */
const ENOUGH_OPERATIONS = 3;

export function createKnownPages(): KnownPages {
  const own = new Set<string>();
  const answered = new Set<OperationId>();
  const withErrorPages = new Set<OperationId>();
  let hasOtherErrors = false;
  let inARow = 0;
  return {
    add(exchange, page) {
      if (page === undefined) inARow = 0;
      const isPage = isWebPage(exchange);
      if (isSuccess(exchange) && !isPage) answered.add(exchange.operation);
      if (exchange.status < 400 || exchange.bytes.length === 0) return;
      if (isPage) withErrorPages.add(exchange.operation);
      else hasOtherErrors = true;
    },
    isSuspect(page) {
      inARow += 1;
      return inARow > MOST_IN_A_ROW || (own.size < MOST_KNOWN && !own.has(page));
    },
    addOwn(page) {
      own.add(page);
      inARow = 0;
    },
    isForeign(exchange) {
      const isFormOfErrors = !hasOtherErrors && withErrorPages.size >= ENOUGH_OPERATIONS;
      return isWebPage(exchange) && answered.has(exchange.operation) && !isFormOfErrors;
    },
  };
}
