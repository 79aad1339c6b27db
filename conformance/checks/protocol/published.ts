import { isInternalHost, isLoopbackHost } from '../../../base/hosts.ts';
import { operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { createHeaderForm, createQueryForm, type KeyForm } from '../../http/key-forms.ts';
import { listDeclaredParameters } from '../../reading/declared-parameters.ts';
import { EVENTS_BY_FAMILY } from '../../reading/documents/documented-values.ts';
import { findInternalDetails } from '../../reading/internal-details.ts';
import {
  findDocumentedOperation,
  findDocumentProblems,
  findOpenapiDocument,
  getProtection,
  listPublishedOperations,
  listServers,
  listUndescribedPlaceholders,
  toObject,
} from '../../reading/published-document.ts';
import { addRemedy, fail, notApplicable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { findRoute, readPath } from '../../relations/survey/routes.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { readPublishedDocument } from './public.ts';

export const documentIsOpenapi = check({
  id: 'public/document-is-openapi',
  title: 'The public document is OpenAPI: version, required members, paths and resolvable references',
  clause: 'openapi.get',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const exchange = await anonymous.get('getPublicOpenapi');
    if (!isSuccess(exchange)) return untestable('the public document cannot be read', exchange);
    const document = findOpenapiDocument(exchange.json);
    const expected = 'an OpenAPI document with paths';
    if (document === undefined) return fail({ expected, actual: exchange, saw: 'no member openapi or swagger' });
    if (Object.keys(toObject(document.paths)).length === 0)
      return fail({ expected, actual: exchange, saw: 'no paths' });
    const problems = findDocumentProblems(document);
    if (problems.length === 0) return pass(exchange);
    return fail({ expected, actual: exchange, saw: formatNames(problems) });
  },
});

export const placeholdersAreDescribed = check({
  id: 'public/document-describes-placeholders',
  title: 'Each placeholder in a published path has a parameter description, which client generators need',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    if (!listPublishedOperations(document).some(({ path }) => path.includes('{')))
      return untestable('needs a path with a placeholder', exchange);
    const absent = listUndescribedPlaceholders(document);
    if (absent.length === 0) return pass(exchange);
    return fail({ expected: 'a parameter for each placeholder', actual: exchange, saw: formatNames(absent) });
  },
});

const FEWEST_PROTECTED = 3;

/** A default of a document is a weak statement: only statements of the operations themselves, and of schemes, are judged. */
export const documentDeclaresTheKey = check({
  id: 'public/document-declares-the-key',
  title: 'The public document states no other protection of a documented path than the one that the path has',
  clause: 'versioning.current_contract',
  covers: ['auth.header'],
  level: 'must',
  needs: ['anonymous', 'readers', 'presenting'],
  async run({ anonymous, readers: [reader], presenting }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const all = listPublishedOperations(document).map((published) => ({
      published,
      id: findDocumentedOperation(published),
      stated: Array.isArray(published.operation.security) ? getProtection(document, published) : undefined,
    }));
    const protectedOnes = all.filter(({ published }) => getProtection(document, published) !== 'none');
    const isUniform = all.every(({ stated }) => stated !== undefined && stated !== 'none');
    for (const { published, id, stated } of all) {
      if (id === undefined || stated === undefined || isUniform) continue;
      const name = `${published.method} ${published.path}`;
      if (operations[id].isPublic && stated !== 'none')
        return fail({ expected: 'no key on the public paths', actual: exchange, saw: `${name} requires one` });
      if (operations[id].isPublic || stated !== 'none' || operations[id].method !== 'GET') continue;
      const parameters = reader.sees.reads.get(id);
      if (parameters === undefined || protectedOnes.length < FEWEST_PROTECTED) continue;
      const refused = await anonymous.get(id, parameters);
      if (refused.status === 401 || refused.status === 403)
        return fail({ expected: 'a key', actual: exchange, saw: `${name} requires no key` }, refused);
    }
    const elsewhere = findOtherPlaceOfKey(document);
    const caller = elsewhere && presenting(reader, elsewhere);
    const probe = await caller?.get('getPortal');
    if (probe !== undefined && (probe.status === 401 || probe.status === 403))
      return fail({ expected: 'the key in X-API-Key', actual: exchange, saw: `the key ${elsewhere?.title}` }, probe);
    return pass(exchange, ...(probe === undefined ? [] : [probe]));
  },
});

/** Whether an object anywhere in a document states that something is the header X-API-Key. */
function namesHeader(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { in: place, name } = toObject(value);
  if (place === 'header' && typeof name === 'string' && name.toLowerCase() === 'x-api-key') return true;
  return Object.values(value).some(namesHeader);
}

/** Returns the place in which a document states the key, if it names the header X-API-Key nowhere. */
function findOtherPlaceOfKey(document: Readonly<Record<string, unknown>>): KeyForm | undefined {
  if (namesHeader(document)) return undefined;
  const schemes = toObject(toObject(document.components).securitySchemes ?? document.securityDefinitions);
  const scheme = Object.values(schemes)
    .map(toObject)
    .find(({ type, name }) => type === 'apiKey' && typeof name === 'string' && /^[\w-]+$/.test(name));
  const name = String(scheme?.name ?? '');
  if (scheme?.in === 'query') return createQueryForm(name);
  return scheme?.in === 'header'
    ? createHeaderForm({ title: `as ${name}`, name, write: (key) => key, show: (variable) => `$${variable}` })
    : undefined;
}

export const documentListsWhatExists = check({
  id: 'public/document-lists-only-what-exists',
  title: 'The public document lists no read that the service does not have',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['anonymous', 'readers', 'expectedScopes', 'sampling'],
  async run({ anonymous, readers, expectedScopes, sampling }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const others = listPublishedOperations(document).filter(
      (published) =>
        published.method === 'GET' &&
        published.path.startsWith('/v1/') &&
        !published.path.includes('{') &&
        // another server may have it
        (published.operation.servers ?? published.item.servers) === undefined &&
        findDocumentedOperation(published) === undefined,
    );
    const unversioned = await findUnversioned(readers, document);
    if (unversioned !== undefined)
      return fail(
        { expected: 'paths that start with /v1', actual: exchange, saw: unversioned.written },
        ...unversioned.proof,
      );
    const tried = sampling.select('further operations', others, { quick: 1, standard: 6 });
    const answers: Exchange[] = [];
    const unknown: string[] = [];
    for (const { path } of tried) {
      const route = await findRoute({ anonymous, readers, expectedScopes }, { path, hasId: false });
      if (route.kind === 'none')
        return fail(
          { expected: `an endpoint at ${path}`, actual: route.answer, saw: route.why },
          exchange,
          ...route.proof,
        );
      if (route.kind === 'served') answers.push(route.answer);
      else unknown.push(path);
    }
    if (tried.length === 0) return notApplicable('it lists no further reads', exchange);
    return unknown.length === 0
      ? pass(exchange, ...answers)
      : addRemedy(untestable(`no key can read ${formatNames(unknown)}, which may be for its role`, exchange), {
          kind: 'administrator',
        });
  },
});

/** The fewest documented reads without their version that show that it is in none of the paths. */
const FEWEST_UNVERSIONED = 3;

/**
 * Finds a documented read that the document lists without its version and that does not exist there, though it does with the version.
 * Servers of another host or path may add the version.
 */
async function findUnversioned(
  readers: readonly Caller[],
  document: ReturnType<typeof toObject>,
): Promise<{ readonly written: string; readonly proof: readonly Exchange[] } | undefined> {
  const published = listPublishedOperations(document);
  const reads = published.filter(
    ({ method, written, whole, ...one }) =>
      method === 'GET' &&
      whole === written &&
      !/(^|\/)v1(\/|$)/.test(written) &&
      findDocumentedOperation({ ...one, method, path: `/v1${written}` }) !== undefined,
  );
  const isVersioned = published.some(({ whole }) => /(^|\/)v1(\/|$)/.test(whole));
  const isElsewhere = listServers(document).some((url) => !/^\/?$/.test(url));
  if (reads.length < FEWEST_UNVERSIONED || isVersioned || isElsewhere) return undefined;
  const proof: Exchange[] = [];
  for (const { written } of reads.filter((one) => !one.written.includes('{')).slice(0, FEWEST_UNVERSIONED))
    for (const reader of readers) {
      const versioned = await readPath(reader, `/v1${written}`);
      if (!isSuccess(versioned)) continue;
      const without = await readPath(reader, written);
      if (!MISSING.has(without.status)) return undefined;
      proof.push(without, versioned);
    }
  return proof.length >= FEWEST_UNVERSIONED * 2
    ? { written: reads[0]?.written ?? '', proof: proof.slice(0, 2) }
    : undefined;
}

const MISSING: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** A read that takes its parameters in a body. */
const READS = /(search|query|lookup|suche|recherche|busca|busqueda|zoeken|ricerca)$/i;

/** The document names two writes, and leaves open which others there are. */
export const documentDeclaresTwoWrites = check({
  id: 'public/document-declares-no-further-writes',
  title: 'The public document declares no writes except the two documented ones',
  clause: 'service.write_paths',
  covers: ['openapi.get'],
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const others = listPublishedOperations(document).filter(
      (published) =>
        WRITE_METHODS.has(published.method) &&
        published.path.startsWith('/v1/') &&
        !(published.method === 'POST' && READS.test(published.path)) &&
        findDocumentedOperation(published) === undefined,
    );
    if (others.length === 0) return pass(exchange);
    const saw = formatNames(others.map(({ method, path }) => `${method} ${path}`));
    return fail({ expected: 'deriving settlements and creating disputes as the only writes', actual: exchange, saw });
  },
});

const WRITE_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Path segments that indicate administrative or internal endpoints. */
const INNER =
  /\/(_?admins?|administration|_?internal|private|debug|actuator|superusers?|backoffice|impersonat\w*)(\/|$)/i;

export const documentShowsNothingInner = check({
  id: 'public/document-shows-nothing-inner',
  title: 'The public document has no administrative or internal paths',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const inner = listPublishedOperations(document).filter(({ path }) => INNER.test(path));
    if (inner.length === 0) return pass(exchange);
    const saw = formatNames(inner.map(({ method, path }) => `${method} ${path}`));
    return fail({ expected: 'customer-facing paths only', actual: exchange, saw });
  },
});

/** Credentials in common formats, long enough not to be a word. */
const CREDENTIALS =
  /\b(?:[sr]k_live_\w{8,}|AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35}|(?<!-)eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,})/;

export const documentHoldsNoSecrets = check({
  id: 'public/document-holds-no-secrets',
  title: 'The public document contains no working key, credential or internal detail',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous', 'repeatsAKey'],
  async run({ anonymous, repeatsAKey }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const found = [
      ...(repeatsAKey(exchange.text) ? ['a key that was given to the kit'] : []),
      ...(CREDENTIALS.test(exchange.text) ? ['a credential'] : []),
      ...findInternalDetails(exchange.text).filter((kind) => kind === 'a stack trace' || kind === 'a database error'),
    ];
    if (found.length === 0) return pass(exchange);
    return fail({ expected: 'only public information', actual: exchange, saw: formatNames(found) });
  },
});

export const serversCanBeReached = check({
  id: 'public/document-names-servers-of-the-outside',
  title: 'The servers in the public document are reachable by customers',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const servers = listServers(document);
    if (servers.length === 0) return notApplicable('the document names no servers', exchange);
    const target = new URL(exchange.request.url).hostname;
    const isAsNear = isLoopbackHost(target) ? isLoopbackHost : () => isInternalHost(target);
    const inside = servers.filter((server) => {
      const host = URL.parse(server.replaceAll(/\{[^{}]*\}/g, 'x'), exchange.request.url)?.hostname ?? '';
      return host !== target && isInternalHost(host) && !isAsNear(host);
    });
    if (inside.length === 0) return pass(exchange);
    return fail({ expected: 'public addresses', actual: exchange, saw: formatNames(inside) });
  },
});

const FEWEST_DOCUMENTED = 3;
const keepLetters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

export const documentDeclaresTheEvents = check({
  id: 'public/document-declares-the-events',
  title: 'If the public document declares webhooks by event name, they are the documented events',
  clause: 'versioning.current_contract',
  covers: ['events.names'],
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const declared = new Map(Object.keys(toObject(document.webhooks)).map((name) => [keepLetters(name), name]));
    const documented = new Map(
      Object.values(EVENTS_BY_FAMILY).flatMap((events) => events.map((name) => [keepLetters(name), name])),
    );
    const known = [...declared.keys()].filter((name) => documented.has(name));
    if (known.length < FEWEST_DOCUMENTED)
      return notApplicable('the document declares no webhooks by event name', exchange);
    const absent = [...documented].flatMap(([plain, name]) => (declared.has(plain) ? [] : [`no ${name}`]));
    const further = [...declared].flatMap(([plain, name]) => (documented.has(plain) ? [] : [`also ${name}`]));
    if (absent.length + further.length === 0) return pass(exchange);
    return fail({ expected: 'the documented events', actual: exchange, saw: formatNames([...absent, ...further]) });
  },
});

/** Values that the document of the interface names, by parameter of the transaction list. */
const DOCUMENTED_VALUES: Readonly<Record<string, string>> = { sort_by: 'amt_comp', sort_dir: 'desc' };

export const documentListsTheDocumentedValues = check({
  id: 'public/document-lists-the-documented-values',
  title: 'If the public document lists the values of `sort_by` and `sort_dir`, `amt_comp` and `desc` are among them',
  clause: 'versioning.current_contract',
  covers: ['transactions.sort.amt_comp', 'transactions.sort.desc'],
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, document } = await readPublishedDocument(anonymous);
    const parameters = listDeclaredParameters(document).get('listTransactions') ?? [];
    const listed = parameters.filter(({ name, values }) => DOCUMENTED_VALUES[name] !== undefined && values.length > 0);
    if (listed.length === 0) return notApplicable('the document lists no values of these parameters', exchange);
    const wrong = listed.find(({ name, values }) => !values.includes(DOCUMENTED_VALUES[name] ?? ''));
    if (wrong === undefined) return pass(exchange);
    const expected = `${DOCUMENTED_VALUES[wrong.name]} among the values of ${wrong.name}`;
    return fail({ expected, actual: exchange, saw: formatNames(wrong.values) });
  },
});
