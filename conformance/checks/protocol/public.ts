import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { PROTECTED_READS, PUBLIC_READS } from '../../engine/survey/principals.ts';
import { formatNames } from '../../engine/survey/reading.ts';
import {
  addRemedy,
  Concluded,
  fail,
  forEach,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
} from '../../engine/verdicts/verdict.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { toObject } from '../../oracles/published-document.ts';
import { revealsControl } from '../../oracles/refusal.ts';
import { isSameResponse } from '../../oracles/same-response.ts';
import { type ContractDocument, readContractDocument } from '../../oracles/schemas/response-schemas.ts';

/**
 * Reads the published document of the target.
 * @throws Concluded (untestable) if there is no such document.
 */
export async function readPublishedDocument(
  caller: Caller,
): Promise<{ exchange: Exchange; document: object; judge: ContractDocument }> {
  const exchange = await caller.get('getPublicOpenapi');
  const { json: document } = exchange;
  if (isSuccess(exchange) && typeof document === 'object' && document !== null) {
    const judge = readContractDocument(document);
    if (judge.declared.length > 0) return { exchange, document, judge };
  }
  throw new Concluded(untestable('the target publishes no readable OpenAPI document', exchange));
}

const OPERATIONS = Object.keys(operations) as OperationId[]; // the keys of the table

export const documentListsEveryPath = check({
  id: 'public/document-lists-every-path',
  title: 'The public OpenAPI document describes every documented operation',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const exchange = await anonymous.get('getPublicOpenapi');
    const judge = readContractDocument(exchange.json);
    if (!isSuccess(exchange) || judge.declared.length === 0) {
      return fail({ expected: 'an OpenAPI document with paths', actual: exchange });
    }
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

export const documentForbidsNoCaching = check({
  id: 'public/document-forbids-no-caching',
  title: 'The public OpenAPI document does not forbid caching',
  clause: 'openapi.cacheable',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const control = exchange.header('cache-control') ?? '';
    const forbidding = /no-store/i.test(control) ? control : exchange.header('vary') === '*' ? 'Vary: *' : undefined;
    if (forbidding === undefined) return pass(exchange);
    return fail({ expected: 'a response that caches may keep', actual: exchange, saw: forbidding });
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
  level: 'must',
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
  level: 'must',
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

export const pathsBeginWithTheVersion = check({
  id: 'versioning/paths-begin-with-v1',
  title: 'Every path that the target publishes starts with /v1',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document, judge } = await readPublishedDocument(anonymous);
    const paths = Object.keys(toObject(toObject(document).paths)).filter((path) => path.startsWith('/'));
    // a prefix before the version belongs to the server, unless other paths of the document have none
    const isBare = paths.some((path) => path.startsWith('/v1/'));
    const others = isBare
      ? paths.filter((path) => !/^\/v1(\/|$)/.test(path))
      : judge.declared.filter((operation) => !/^[A-Z]+ \/v1\//.test(operation));
    if (others.length === 0) return pass(exchange);
    return fail({ expected: 'paths that start with /v1', actual: exchange, saw: formatNames(others) });
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
        if (!revealsControl(control, control)) return untestable('its response has no recognisable values', control);
        const probe = await reader.get(operation, {}, { spell: (path) => path.replace(/\/v1(?=\/)/, '') });
        if (!revealsControl(control, probe)) return pass(control, probe);
        const saw = `the same data at ${operations[operation].path.replace('/v1', '')}`;
        return fail({ expected: 'no data: the path lacks the version', actual: probe, saw }, control);
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
        if (!revealsControl(control, control)) return untestable('its response has no recognisable values', control);
        const probe = await caller.get(operation, parameters, { spell });
        if (!isSuccess(probe) || !revealsControl(control, probe)) return pass(control, probe);
        const saw = `the same data at ${new URL(probe.request.url).pathname}`;
        return fail({ expected: 'no data: the path does not begin with /v1', actual: probe, saw }, control);
      },
    ),
});

/** Members that hold the address of something, in any spelling. */
const LINKS = /^(self|next|prev|previous|first|last|href|url|uri|link|.*[_-]?(url|href|link|uri))$/i;
/** A path with a query is a link, even in a member that is not named like one. */
const PATH_WITH_QUERY = /^\/[\w./-]+\?[\w.%[\]-]+=/;
/** Responses with addresses of pages for people. */
const WITH_PAGES: readonly OperationId[] = ['getPortal', 'getPublicOpenapi', 'getBrandingStatus'];

/** Returns the pattern of a documented path. */
const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
const VERSIONED = Object.values(operations).map(({ path }) => toPattern(path));
const UNVERSIONED = Object.values(operations).map(({ path }) => toPattern(path.replace('/v1', '')));

export const linksBeginWithTheVersion = check({
  id: 'versioning/links-begin-with-v1',
  title: 'Links in responses to documented endpoints begin with /v1',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['archive'],
  run: async ({ archive }) => {
    const read = archive.filter(
      (exchange) =>
        isSuccess(exchange) && !WITH_PAGES.includes(exchange.operation) && exchange.request.method === 'GET',
    );
    let control: Exchange | undefined;
    for (const exchange of read) {
      const links = listLinks(exchange);
      const wrong = links.find(
        (link) => isEndpoint(link, exchange, UNVERSIONED) || isOwnPathWithoutVersion(link, exchange),
      );
      if (wrong !== undefined) return fail({ expected: 'a link that begins with /v1', actual: exchange, saw: wrong });
      if (links.some((link) => isEndpoint(link, exchange, VERSIONED))) control ??= exchange;
    }
    return control === undefined ? notApplicable('no response has links to endpoints') : pass(control);
  },
});

/** Returns the links of a response: in the Link header, and in members with the name of a link. */
function listLinks(exchange: Exchange): string[] {
  const header = [...(exchange.header('link') ?? '').matchAll(/<([^<>]+)>/g)].map(([, url]) => url ?? '');
  const found: string[] = [...header];
  const visit = (value: unknown, name: string, isPagesOfPortal: boolean): void => {
    if (typeof value === 'string') {
      if ((LINKS.test(name) || PATH_WITH_QUERY.test(value)) && !isPagesOfPortal) found.push(value);
    } else if (Array.isArray(value)) for (const one of value) visit(one, name, isPagesOfPortal);
    else if (typeof value === 'object' && value !== null)
      for (const [member, one] of Object.entries(value))
        visit(one, member, isPagesOfPortal || /portal|surface|page_?url|docs?|html|web|ui$/i.test(member));
  };
  visit(exchange.json, '', false);
  return found;
}

/** Whether a link leads to an endpoint of the target whose path has one of these patterns. */
function isEndpoint(link: string, { request }: Exchange, patterns: readonly RegExp[]): boolean {
  if (!/^(\/(?!\/)|https?:\/\/)/.test(link)) return false;
  const url = URL.parse(link.replaceAll(/\{[^{}]*\}/g, 'x'), request.url);
  const isOfTarget = url !== null && url.host === new URL(request.url).host;
  return isOfTarget && patterns.some((pattern) => pattern.test(url.pathname));
}

/** Whether a link leads to the path of the request without the version, also at the public host of a target behind a proxy. */
function isOwnPathWithoutVersion(link: string, { request }: Exchange): boolean {
  const own = new URL(request.url).pathname;
  const path = /^(\/(?!\/)|https?:\/\/)/.test(link) ? URL.parse(link, request.url)?.pathname : undefined;
  return own.includes('/v1/') && path === own.slice(own.indexOf('/v1/')).replace('/v1/', '/');
}

export const documentHasNoCompliancePaths = check({
  id: 'public/document-has-no-compliance-paths',
  title: 'Compliance, onboarding, documents and videos have no dedicated paths',
  clause: 'compliance.no_endpoints',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, judge } = await readPublishedDocument(anonymous);
    const dedicated = judge.declared.filter((operation) =>
      /compliance|onboarding|\/documents|\/videos/i.test(operation),
    );
    if (dedicated.length === 0) return pass(exchange);
    return fail({ expected: 'no such paths', actual: exchange, saw: formatNames(dedicated) });
  },
});
