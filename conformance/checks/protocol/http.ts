import type { OperationId } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { findRepeatedMember } from '../../http/bodies/json-text.ts';
import { chooseEncoding } from '../../http/bodies/text-encoding.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import {
  fail,
  forEach,
  forEachTestable,
  inconclusive,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { PROTECTED_READS } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { findOpener, formatMethodAndPath } from '../auth/credentials.ts';

/** A sample of the reads: a document, a list and a feed. */
const SAMPLE: readonly OperationId[] = ['getPortal', 'listLocations', 'getAccountFeed'];

export const headIsGetWithoutABody = check({
  id: 'http/head-is-get-without-a-body',
  title: 'HEAD returns the status, type and length of GET, and no body',
  clause: 'errors.method',
  level: 'should',
  needs: ['readers'],
  run: ({ readers }) =>
    forEachTestable(SAMPLE, formatMethodAndPath, async (operation) => {
      const { opener, parameters } = findOpener(readers, operation);
      const get = await opener.get(operation, parameters);
      const head = await opener.get(operation, parameters, { method: 'HEAD' });
      if (!isSuccess(get)) return untestable(`${opener.name} can no longer read it`, get);
      if (head.status === 405 || head.status === 501) return notApplicable('the target does not support HEAD', head);
      const differs = findDifference(get, head);
      if (differs === undefined) return pass(get, head);
      if (!differs.startsWith('the length'))
        return fail({ expected: 'the same as for GET', actual: head, saw: differs }, get);
      const again = await opener.get(operation, parameters);
      if (again.text !== get.text) return inconclusive('the response changed between two reads', get, again);
      return fail({ expected: 'the same as for GET', actual: head, saw: differs }, get, again);
    }),
});

function findDifference(get: Exchange, head: Exchange): string | undefined {
  if (head.status !== get.status) return `status ${head.status}`;
  if (head.bytes.length > 0) return 'a body';
  if (head.mediaType !== get.mediaType) return `the type ${head.mediaType || '(none)'}`;
  const [received, expected] = [head.header('content-length'), get.header('content-length')];
  if (received === undefined || expected === undefined || received === expected || isEncoded(get) || isEncoded(head))
    return undefined;
  return `the length ${received} instead of ${expected}`;
}

/** Whether the body was compressed, stated or not, so that its length is another one than that of its text. */
const isEncoded = (exchange: Exchange): boolean =>
  exchange.undeclaredCoding !== undefined || (exchange.header('content-encoding') ?? 'identity') !== 'identity';

export const lengthsAreTrue = check({
  id: 'http/lengths-are-true',
  title: 'The body length of each response equals its Content-Length',
  clause: 'http.body_form',
  level: 'should',
  needs: ['archive'],
  async run({ archive }) {
    const withContent = archive.filter(
      (one) => one.request.method !== 'HEAD' && one.header('content-length') !== undefined && !isEncoded(one),
    );
    const [first, ...rest] = withContent;
    if (first === undefined) return notApplicable('no response has a Content-Length');
    const wrong = withContent.find((one) => Number(one.header('content-length')) !== one.bytes.length);
    if (wrong === undefined) return pass(first, ...rest.slice(0, 2));
    const saw = `${wrong.bytes.length} bytes instead of ${wrong.header('content-length')}`;
    return fail({ expected: 'the number of bytes in Content-Length', actual: wrong, saw });
  },
});

/** The number of bytes to search for repeated members in a run, so that huge bodies do not take all its time. */
const MOST_SEARCHED = 64 * 2 ** 20;

export const bodiesAreReadAlike = check({
  id: 'http/bodies-are-read-alike',
  title:
    'JSON is in UTF-8, without a byte order mark and with each member once; feeds are in UTF-8 or UTF-16, without a document type; compression is stated',
  clause: 'http.body_form',
  level: 'should',
  needs: ['archive'],
  async run({ archive }) {
    const withBody = archive.filter((one) => one.bytes.length > 0);
    const [first, ...rest] = withBody;
    if (first === undefined) return untestable('no response of this run has a body');
    let searched = 0;
    const found = new Map<string, Exchange>();
    for (const one of withBody) {
      searched += one.bytes.length;
      for (const form of listUnusualForms(one, searched <= MOST_SEARCHED)) if (!found.has(form)) found.set(form, one);
    }
    const [actual, ...others] = found.values();
    if (actual === undefined) return pass(first, ...rest.slice(0, 2));
    const expected = 'bodies that all parsers read, and read alike';
    return fail({ expected, actual, saw: formatNames(found.keys()) }, ...others);
  },
});

/** Returns the forms of a body that some parsers refuse or read otherwise. */
function listUnusualForms(exchange: Exchange, searchesMembers: boolean): string[] {
  const { bytes, mediaType, undeclaredCoding } = exchange;
  const coding = undeclaredCoding === undefined ? [] : [`${undeclaredCoding} without Content-Encoding`];
  const encoding = chooseEncoding(bytes, exchange.header('content-type'));
  const name = 'name' in encoding ? encoding.name : encoding.unknown;
  if (/[/+]xml$/.test(mediaType)) {
    const isUsual = /^utf-(8|16)/.test(name);
    const hasDoctype = /^[^[]*<!DOCTYPE\s/i.test(exchange.text.slice(0, PROLOG_LENGTH));
    return [...coding, ...(isUsual ? [] : [`a feed in ${name}`]), ...(hasDoctype ? ['a document type in a feed'] : [])];
  }
  if (!exchange.isReadable || exchange.json === undefined) return coding;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const repeated = searchesMembers ? findRepeatedMember(exchange.text, exchange.written) : undefined;
  return [
    ...coding,
    ...(hasMark ? ['a byte order mark before JSON'] : []),
    ...(name === 'utf-8' ? [] : [`JSON in ${name}`]),
    ...(repeated === undefined
      ? []
      : [`the member ${JSON.stringify(repeated)} twice in an object, with different values`]),
  ];
}

/** The part of a feed that may contain a document type. */
const PROLOG_LENGTH = 4096;

export const sharedCachesKeepNothing = check({
  id: 'http/shared-caches-keep-nothing',
  title: 'Protected responses are not cacheable by shared caches',
  clause: 'http.cache_control',
  level: 'should',
  needs: ['archive'],
  async run({ archive }) {
    const answers = archive.filter(
      (one) => isSuccess(one) && PROTECTED_READS.includes(one.operation) && one.bytes.length > 0,
    );
    const [first, ...rest] = answers;
    if (first === undefined) return untestable('no key could read anything');
    const offered = answers.find(mayBeShared);
    if (offered === undefined) return pass(first, ...rest.slice(0, 2));
    const saw = offered.header('cache-control') ?? '';
    return fail({ expected: 'Cache-Control with private or no-store', actual: offered, saw });
  },
});

/** A lifetime alone permits shared caching too, unless `Vary` names the key header. */
function mayBeShared(exchange: Exchange): boolean {
  const control = (exchange.header('cache-control') ?? '').toLowerCase();
  if (/\b(private|no-store)\b/.test(control)) return false;
  if (/(^|[\s,])public\b|s-maxage=\s*"?[1-9]/.test(control)) return true;
  const vary = (exchange.header('vary') ?? '').toLowerCase();
  return /max-age=\s*"?[1-9]/.test(control) && !/\*|x-api-key/.test(vary);
}

const ELSEWHERE = 'https://elsewhere.example';

export const noPageReadsWithCredentials = check({
  id: 'http/no-page-of-others-reads-with-credentials',
  title: 'CORS does not allow credentials from other origins',
  clause: 'auth.key_safety',
  level: 'should',
  needs: ['readers'],
  async run({ readers: [reader] }) {
    const control = await reader.get('getPortal');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the portal`, control);
    const origin = ['Origin', ELSEWHERE] as const;
    const withOrigin = await reader.get('getPortal', {}, { headers: [origin] });
    const flight = [origin, ['Access-Control-Request-Method', 'GET'] as const];
    const before = await reader.get('getPortal', {}, { headers: flight, method: 'OPTIONS' });
    const open = [withOrigin, before].find(
      (one) =>
        one.header('access-control-allow-credentials')?.toLowerCase() === 'true' &&
        ['*', ELSEWHERE].includes(one.header('access-control-allow-origin') ?? ''),
    );
    if (open === undefined) return pass(control, withOrigin, before);
    const saw = `${open.header('access-control-allow-origin')} is allowed with credentials`;
    return fail({ expected: 'no credentials for arbitrary origins', actual: open, saw }, control);
  },
});

export const traceTellsNothing = check({
  id: 'http/trace-tells-nothing',
  title: 'TRACE does not echo the request and its key',
  clause: 'auth.key_safety',
  level: 'should',
  needs: ['readers', 'repeatsAKey'],
  async run({ readers: [reader], repeatsAKey }) {
    const control = await reader.get('getPortal');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the portal`, control);
    const probe = await reader.get('getPortal', {}, { method: 'TRACE' });
    const isEcho = probe.mediaType === 'message/http' || repeatsAKey(probe.text);
    if (!isEcho) return pass(control, probe);
    return fail({ expected: 'a refusal', actual: probe, saw: 'the request' }, control);
  },
});

export const redirectsStay = check({
  id: 'http/redirects-stay',
  title: 'No redirect leads to another origin, to which a client would send its key',
  clause: 'auth.key_safety',
  level: 'should',
  needs: ['archive'],
  async run({ archive }) {
    const [first, ...rest] = archive.filter(({ request }) => request.caller !== 'anonymous');
    if (first === undefined) return untestable('no request was sent with a key');
    const away = archive.find((one) => {
      const target = one.status >= 300 && one.status < 400 ? one.header('location') : undefined;
      const url = target === undefined ? null : URL.parse(target, one.request.url);
      return url !== null && url.origin !== new URL(one.request.url).origin;
    });
    if (away === undefined) return pass(first, ...rest.slice(0, 2));
    return fail({
      expected: 'a response, or a redirect within the target',
      actual: away,
      saw: away.header('location') ?? '',
    });
  },
});

export const refusedMethodsNameTheOthers = check({
  id: 'http/refused-methods-name-the-others',
  title: 'GET on a write-only path returns 404, or 405 with an Allow header',
  clause: 'errors.method',
  level: 'should',
  needs: ['readers'],
  async run({ readers: [reader] }) {
    const control = await reader.get('getPortal');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the portal`, control);
    const probe = await reader.get('deriveSettlements', {}, { method: 'GET' });
    const allowed = probe.header('allow') ?? '';
    if (probe.status === 404) return pass(control, probe); // a router may not have the path with this method
    if (probe.status === 405 && /\bpost\b/i.test(allowed)) return pass(control, probe);
    const saw = probe.status === 405 ? `Allow: ${allowed || '(none)'}` : `status ${probe.status}`;
    return fail({ expected: 'status 404, or 405 with Allow: POST', actual: probe, saw }, control);
  },
});

const NOBODYS = 'NOBODY00';
const UNDECLARED: readonly (readonly [method: string, operation: OperationId])[] = [
  ['DELETE', 'getLocation'],
  ['PUT', 'getTerminalStatus'],
  ['PATCH', 'getConnectorStatus'],
  ['DELETE', 'getTransactionTimeline'],
  ['POST', 'getBrandingStatus'],
];

/** Uses ids that do not exist, so that a service that executes the request changes nothing. */
export const otherMethodsAreRefused = check({
  id: 'http/other-methods-are-refused',
  title: 'An undocumented method of a path does not succeed',
  clause: 'errors.method',
  level: 'should',
  needs: ['readers', 'writes'],
  run: ({ readers: [reader] }) =>
    forEach(
      UNDECLARED,
      ([method, operation]) => `${method} ${formatMethodAndPath(operation).split(' ')[1]}`,
      async ([method, operation]): Promise<Verdict> => {
        const control = await reader.get('getPortal');
        if (!isSuccess(control)) return untestable(`${reader.name} cannot read the portal`, control);
        const ids = { terminal_id: NOBODYS, transaction_id: NOBODYS, connector_id: NOBODYS };
        const named = Object.fromEntries(
          Object.entries(ids).filter(([name]) => formatMethodAndPath(operation).includes(name)),
        );
        const probe = await reader.send(operation, named, { method });
        if (!isSuccess(probe) && probe.status < 500) return pass(control, probe);
        return fail({ expected: 'a refusal', actual: probe, saw: formatNames([`status ${probe.status}`]) }, control);
      },
    ),
});
