import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Caller, type Exchange, ignoreUnreadable, isSuccess } from '../../http/client.ts';
import { isWebPage } from '../../http/response-kind.ts';
import { findOpenapiDocument, listPublishedOperations } from '../../reading/published-document.ts';
import { isSameResponse } from '../../reading/same-response.ts';
import { type ContractDocument, readContractDocument } from '../../reading/schemas/response-schemas.ts';
import { findAccessFault } from '../../reading/served.ts';
import {
  addRemedy,
  Concluded,
  fail,
  forEach,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
} from '../../reading/verdicts/verdict.ts';
import { PROTECTED_READS, PUBLIC_READS } from '../../relations/survey/principals.ts';
import { readPath } from '../../relations/survey/routes.ts';
import { formatNames } from '../../slots/read-lists.ts';

/**
 * Reads the published document of the target, also inside an envelope.
 * @throws Concluded (untestable) if there is no such document.
 */
export async function readPublishedDocument(
  caller: Caller,
): Promise<{ exchange: Exchange; document: Readonly<Record<string, unknown>>; judge: ContractDocument }> {
  const exchange = await caller.get('getPublicOpenapi');
  const document = isSuccess(exchange) ? findOpenapiDocument(exchange.json) : undefined;
  if (document !== undefined) {
    const judge = readContractDocument(document);
    if (judge.declared.length > 0) return { exchange, document, judge };
  }
  throw new Concluded(untestable('the target publishes no readable OpenAPI document', exchange));
}

const OPERATIONS = Object.keys(operations) as OperationId[]; // the keys of the table

/** The document is of the customer-safe surface, which need not be the whole one. */
export const documentListsEveryPath = check({
  id: 'public/document-lists-every-path',
  title: 'The public OpenAPI document describes every documented operation',
  clause: 'versioning.current_contract',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, judge } = await readPublishedDocument(anonymous);
    const absent = OPERATIONS.filter((id) => !judge.declares(operations[id].method, operations[id].path));
    if (absent.length === 0) return pass(exchange);
    const saw = `no ${formatNames(absent.map((id) => `${operations[id].method} ${operations[id].path}`))}`;
    return fail({ expected: `all ${OPERATIONS.length} operations`, actual: exchange, saw });
  },
});

export const documentIsCacheable = check({
  id: 'public/document-is-cacheable',
  title: 'The public OpenAPI document is cacheable by shared caches',
  clause: 'openapi.cacheable',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const control = exchange.header('cache-control') ?? '';
    const isForbidden = /no-store|private/i.test(control);
    const mayBeKept = /max-age=[1-9]|public|immutable/i.test(control) || exchange.header('expires') !== undefined;
    const isRevalidatable = exchange.header('etag') !== undefined || exchange.header('last-modified') !== undefined;
    if (!isForbidden && (mayBeKept || isRevalidatable)) return pass(exchange);
    return fail({
      expected: 'a cache lifetime or a validator',
      actual: exchange,
      saw: control === '' ? 'neither' : control,
    });
  },
});

const forbidsCaching = (exchange: Exchange): boolean =>
  /no-store/i.test(exchange.header('cache-control') ?? '') || exchange.header('vary')?.trim() === '*';

export const documentForbidsNoCaching = check({
  id: 'public/document-forbids-no-caching',
  title: 'The public OpenAPI document does not forbid caching where other responses of the service permit it',
  clause: 'openapi.cacheable',
  level: 'must',
  needs: ['anonymous', 'readers'],
  async run({ anonymous, readers: [reader] }) {
    const { exchange } = await readPublishedDocument(anonymous);
    if (!forbidsCaching(exchange)) return pass(exchange);
    const others = [await anonymous.get('getBrandingStatus'), ...reader.sees.responses.values()].filter(isSuccess);
    const permitting = others.filter((one) => !forbidsCaching(one));
    // a header on all responses is a habit of the service, and no statement about the document
    if (permitting.length * 2 < others.length || others.length === 0)
      return notApplicable('the service forbids caching of its other responses too', exchange, ...others.slice(0, 2));
    const saw = exchange.header('cache-control') ?? 'Vary: *';
    return fail({ expected: 'a response that caches may keep', actual: exchange, saw }, ...permitting.slice(0, 2));
  },
});

const PARAMETERS = ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'] as const;

export const unknownValidatorsGetTheDocument = check({
  id: 'public/unknown-validators-get-the-document',
  title: 'A conditional request with a validator that the target never issued returns the public OpenAPI document',
  clause: 'openapi.get',
  covers: ['versioning.current_contract'],
  level: 'must',
  needs: ['anonymous', 'seed'],
  async run({ anonymous, seed }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const headers = [['If-None-Match', `"fleetkit-${seed}-never-issued"`]] as const;
    const probe = await anonymous.get('getPublicOpenapi', {}, { headers });
    if (probe.status !== 304) return pass(exchange, probe);
    const expected = 'the document: a client with another version must not keep it';
    return fail({ expected, actual: probe, saw: '304, not modified' }, exchange);
  },
});

export const documentDeclaresTheParameters = check({
  id: 'public/document-declares-the-parameters',
  title:
    'The public OpenAPI document declares all documented parameters of the transaction list, if it declares several',
  clause: 'versioning.current_contract',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, judge } = await readPublishedDocument(anonymous);
    const { method, path } = operations.listTransactions;
    const declared = judge.queryParameters(method, path);
    const absent = PARAMETERS.filter((name) => !declared.includes(name));
    if (absent.length === 0) return pass(exchange);
    if (absent.length > 2) return notApplicable('the document does not list the parameters', exchange);
    return fail({ expected: 'all five documented parameters', actual: exchange, saw: `no ${formatNames(absent)}` });
  },
});

export const publicIsTheSameForAll = check({
  id: 'public/is-the-same-with-a-key',
  title: 'The public paths return the same response with and without a key',
  clause: 'auth.public',
  level: 'should',
  needs: ['anonymous', 'readers', 'sampling'],
  run: ({ anonymous, readers: all, sampling }) =>
    forEach(PUBLIC_READS, String, async (operation) => {
      const readers = sampling.select('keys on public paths', all, { quick: 1, standard: 1 });
      const before = await anonymous.get(operation);
      if (!isSuccess(before)) return untestable('the path does not answer without a key', before);
      for (const reader of readers) {
        const withKey = await reader.get(operation);
        const isSame =
          isSameResponse(withKey, { reference: before, repeated: before }) ||
          isSameResponse(withKey, {
            reference: before,
            repeated: await anonymous.get(operation, {}, { isFresh: true }), // shows what changes from read to read
          });
        if (!isSame) {
          return fail(
            { expected: 'the same response as without a key', actual: withKey, saw: 'a different response' },
            before,
          );
        }
        if (reader === readers.at(-1)) return pass(before, withKey);
      }
      return addRemedy(untestable('needs a key to compare with'), { kind: 'reading-key' });
    }),
});

const UNVERSIONED = new Set(OPERATIONS.map((id) => toPlainPath(operations[id].path.replace('/v1', ''))));

/** Returns a path without the names of its placeholders. */
function toPlainPath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');
}

export const pathsBeginWithTheVersion = check({
  id: 'versioning/paths-begin-with-v1',
  title: 'Every documented path that the target publishes starts with /v1',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    // the version may be a part of the servers; a document that leaves it out everywhere may count from there
    const published = listPublishedOperations(document);
    const isVersioned = published.some(({ path }) => path.startsWith('/v1/'));
    const wrong = published.filter(({ path, whole }) => {
      if (path.startsWith('/v1/')) return false;
      const other = /^.*\/v\d+(?=\/)/.exec(whole);
      return other === null
        ? isVersioned && UNVERSIONED.has(toPlainPath(path))
        : UNVERSIONED.has(toPlainPath(whole.slice(other[0].length)));
    });
    if (wrong.length === 0) return pass(exchange);
    const saw = formatNames(wrong.map(({ method, written }) => `${method} ${written}`));
    return fail({ expected: 'paths that start with /v1', actual: exchange, saw });
  },
});

/** The protected reads without placeholders. */
const FIXED_READS = PROTECTED_READS.filter((operation) => !operations[operation].path.includes('{'));

export const noPathWithoutTheVersion = check({
  id: 'versioning/no-path-without-v1',
  title: 'No endpoint returns its data at a path without /v1',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['readers', 'sampling'],
  run: ({ readers, sampling }) =>
    forEachTestable(
      sampling.select('paths without an id', FIXED_READS, { quick: 1, standard: 2 }),
      (operation) => operations[operation].path,
      async (operation) => {
        const reader = readers.find(({ sees }) => sees.reads.has(operation));
        if (reader === undefined) return addRemedy(untestable('no key can read it'), { kind: 'reading-key' });
        const control = await reader.get(operation);
        if (!isSuccess(control)) return untestable('it can no longer be read', control);
        const probe = await reader.get(operation, {}, { spell: (path) => path.replace(/\/v1(?=\/)/, '') });
        const baseline = await readPath(reader, '/no-such-endpoint');
        const expected = 'no data: the path lacks the version';
        return findAccessFault({ control, probe, baseline, expected }) ?? pass(control, probe);
      },
    ),
});

/** Other places of an operation: without the version, or with another one. */
const PLACES: readonly (readonly [name: string, operation: OperationId, spell: (path: string) => string])[] = [
  ['a path with an id', 'getLocation', (path) => path.replace(/^\/v1/, '')],
  ['another version', 'getPortal', (path) => path.replace(/^\/v1/, '/v2')],
  ['a feed', 'getAccountFeed', (path) => path.replace(/^\/v1/, '')],
  ['a public path', 'getPublicOpenapi', (path) => path.replace(/^\/v1/, '')],
  ['a nested path', 'getTerminalStatus', (path) => path.replace(/^\/v1/, '')],
  ['the other public path', 'getBrandingStatus', (path) => path.replace(/^\/v1/, '')],
  ['the timeline', 'getTransactionTimeline', (path) => path.replace(/^\/v1/, '')],
  ['a connector', 'getConnectorStatus', (path) => path.replace(/^\/v1/, '')],
  ['the version with a point', 'listLocations', (path) => path.replace(/^\/v1/, '/v1.0')],
  ['the prefix api', 'listLocations', (path) => path.replace(/^\/v1/, '/api')],
];

export const noOtherPlaceThanTheVersion = check({
  id: 'versioning/no-path-of-another-version',
  title: 'No endpoint returns its data at a path without /v1, also with an id, or with another version',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['anonymous', 'readers', 'sampling'],
  run: ({ anonymous, readers, sampling }) =>
    forEachTestable(
      sampling.depth === 'thorough' ? PLACES : PLACES.slice(0, sampling.depth === 'quick' ? 1 : 3),
      ([name]) => name,
      async ([, operation, spell]) => {
        const reader = readers.find(({ sees }) => sees.reads.has(operation));
        const caller = operations[operation].isPublic ? anonymous : reader;
        if (caller === undefined) return untestable('no key can read it');
        const parameters = reader?.sees.reads.get(operation) ?? {};
        const control = await caller.get(operation, parameters);
        if (!isSuccess(control)) return untestable('it can no longer be read', control);
        const probe = await caller.get(operation, parameters, { spell });
        if (!isSuccess(probe)) return pass(control, probe);
        const baseline = await readPath(caller, '/no-such-endpoint');
        const expected = 'no data: the path does not begin with /v1';
        return findAccessFault({ control, probe, baseline, expected }) ?? pass(control, probe);
      },
    ),
});

/** Members that hold the address of something, in any spelling. */
const LINKS = /^(self|next|prev|previous|first|last|href|url|uri|link|.*[_-]?(url|href|link|uri))$/i;
/** Responses with addresses of pages for people. */
const WITH_PAGES: readonly OperationId[] = ['getPortal', 'getPublicOpenapi', 'getBrandingStatus'];

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
const VERSIONED_PATTERNS = OPERATIONS.map((id) => toPattern(operations[id].path));
const UNVERSIONED_PATTERNS = OPERATIONS.map((id) => toPattern(operations[id].path.replace('/v1', '')));

/** A path without a host may count from any place, so that only whole addresses and those of the header are judged. */
export const linksBeginWithTheVersion = check({
  id: 'versioning/links-begin-with-v1',
  title: 'Whole addresses of documented endpoints in responses begin with /v1',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['archive', 'anonymous'],
  run: async ({ archive, anonymous }) => {
    const read = archive.filter(
      (exchange) =>
        isSuccess(exchange) && !WITH_PAGES.includes(exchange.operation) && exchange.request.method === 'GET',
    );
    let control: Exchange | undefined;
    const withPages = new Set<OperationId>();
    for (const exchange of read) {
      const links = listLinks(exchange);
      const wrong = links.find((link) => isEndpoint(link, exchange, UNVERSIONED_PATTERNS));
      if (wrong !== undefined && !withPages.has(exchange.operation)) {
        if (!(await isOfPage(wrong, exchange, anonymous)))
          return fail({ expected: 'a link that begins with /v1', actual: exchange, saw: wrong });
        withPages.add(exchange.operation);
      }
      if (links.some((link) => isEndpoint(link, exchange, VERSIONED_PATTERNS))) control ??= exchange;
    }
    return control === undefined ? notApplicable('no response has links to endpoints') : pass(control);
  },
});

/** Returns the whole addresses in a response: in the Link header, and in members with the name of a link. */
function listLinks(exchange: Exchange): string[] {
  const header = [...(exchange.header('link') ?? '').matchAll(/<([^<>]+)>/g)].map(
    ([, url]) => URL.parse(url ?? '', exchange.request.url)?.href ?? '',
  );
  const found: string[] = [...header];
  const visit = (value: unknown, name: string, isPagesOfPortal: boolean): void => {
    if (typeof value === 'string') {
      if (LINKS.test(name) && !isPagesOfPortal && /^https?:\/\//.test(value)) found.push(value);
    } else if (Array.isArray(value)) for (const one of value) visit(one, name, isPagesOfPortal);
    else if (typeof value === 'object' && value !== null)
      for (const [member, one] of Object.entries(value))
        visit(one, member, isPagesOfPortal || /portal|surface|page_?url|docs?|html|web|ui$/i.test(member));
  };
  visit(exchange.json, '', false);
  return found;
}

/** Whether a link leads to a page for people, or to a login: the portal may have the paths of the service. */
async function isOfPage(link: string, { request }: Exchange, anonymous: Caller): Promise<boolean> {
  const { pathname } = new URL(link);
  const base = getBase(new URL(request.url));
  const answer = await ignoreUnreadable(() => readPath(anonymous, pathname.slice(base.length)));
  return answer !== undefined && (isWebPage(answer) || (answer.status >= 300 && answer.status < 400));
}

const getBase = ({ pathname }: URL): string => pathname.slice(0, Math.max(0, pathname.indexOf('/v1/')));

/** Whether a link leads to an endpoint of the target whose path below the base URL has one of these patterns. */
function isEndpoint(link: string, { request }: Exchange, patterns: readonly RegExp[]): boolean {
  const url = URL.parse(link.replaceAll(/\{[^{}]*\}/g, 'x'));
  const own = new URL(request.url);
  const base = getBase(own);
  if (url === null || url.host !== own.host || !url.pathname.startsWith(base)) return false;
  return patterns.some((pattern) => pattern.test(url.pathname.slice(base.length)));
}

/** Dedicated paths of what only the portal contains. Documents of a dispute are no compliance documents. */
export const OF_THE_PORTAL =
  /^\/v1\/((compliance|onboarding)([_-]\w+)?|documents|videos)(\/|$)|\/compliance([_-]vault)?(\/|$)/i;

export const documentHasNoCompliancePaths = check({
  id: 'public/document-has-no-compliance-paths',
  title: 'Compliance, onboarding, documents and videos have no dedicated paths',
  clause: 'compliance.no_endpoints',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const dedicated = listPublishedOperations(document)
      .filter(({ path }) => OF_THE_PORTAL.test(path))
      .map(({ method, path }) => `${method} ${path}`);
    if (dedicated.length === 0) return pass(exchange);
    return fail({ expected: 'no such paths', actual: exchange, saw: formatNames(dedicated) });
  },
});
