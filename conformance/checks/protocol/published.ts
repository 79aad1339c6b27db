import { isInternalHost, isLoopbackHost } from '../../../base/hosts.ts';
import { operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { formatNames } from '../../engine/survey/reading.ts';
import { fail, notApplicable, pass, untestable } from '../../engine/verdicts/verdict.ts';
import type { Exchange } from '../../http/client.ts';
import { listDeclaredParameters } from '../../oracles/declared-parameters.ts';
import { EVENTS_BY_FAMILY } from '../../oracles/documented-values.ts';
import { findInternalDetails } from '../../oracles/internal-details.ts';
import {
  findDocumentedOperation,
  findDocumentProblems,
  getProtection,
  listPublishedOperations,
  listServers,
  listUndescribedPlaceholders,
  toObject,
} from '../../oracles/published-document.ts';
import { readPublishedDocument } from './public.ts';

export const documentIsOpenapi = check({
  id: 'public/document-is-openapi',
  title: 'The public document is valid OpenAPI: version, required members and resolvable references',
  clause: 'openapi.get',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const problems = findDocumentProblems(toObject(exchange.json));
    if (problems.length === 0) return pass(exchange);
    return fail({ expected: 'a valid OpenAPI document', actual: exchange, saw: formatNames(problems) });
  },
});

export const placeholdersAreDescribed = check({
  id: 'public/document-describes-placeholders',
  title: 'Each placeholder in a published path has a parameter description, which client generators need',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const document = toObject(exchange.json);
    if (!listPublishedOperations(document).some(({ path }) => path.includes('{')))
      return untestable('needs a path with a placeholder', exchange);
    const absent = listUndescribedPlaceholders(document);
    if (absent.length === 0) return pass(exchange);
    return fail({ expected: 'a parameter for each placeholder', actual: exchange, saw: formatNames(absent) });
  },
});

export const documentDeclaresTheKey = check({
  id: 'public/document-declares-the-key',
  title: 'The public document requires X-API-Key on exactly the protected paths',
  clause: 'versioning.current_contract',
  covers: ['auth.header'],
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const document = toObject(exchange.json);
    const wrong = listPublishedOperations(document).flatMap((published) => {
      const id = findDocumentedOperation(published);
      if (id === undefined) return [];
      const protection = getProtection(document, published);
      if (protection === (operations[id].isPublic ? 'none' : 'key')) return [];
      const words = { key: 'requires a key', other: 'requires something else', none: 'requires no key' }[protection];
      return [`${published.method} ${published.path} ${words}`];
    });
    if (wrong.length === 0) return pass(exchange);
    return fail({
      expected: 'a required key on all paths except the public ones',
      actual: exchange,
      saw: formatNames(wrong),
    });
  },
});

export const documentListsWhatExists = check({
  id: 'public/document-lists-only-what-exists',
  title: 'The public document lists no read that the service does not have',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['anonymous', 'readers', 'sampling'],
  async run({ anonymous, readers: [reader], sampling }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const others = listPublishedOperations(toObject(exchange.json)).filter(
      (published) =>
        published.method === 'GET' &&
        published.path.startsWith('/v1/') &&
        !published.path.includes('{') &&
        findDocumentedOperation(published) === undefined,
    );
    const tried = sampling.select('further operations', others, { quick: 1, standard: 2 });
    const probes: Exchange[] = [];
    for (const { path } of tried) {
      const probe = await reader.get('listLocations', {}, { spell: () => path });
      if (probe.status === 404 || probe.status === 405 || probe.status === 410) {
        return fail({ expected: `an endpoint at ${path}`, actual: probe, saw: 'none' }, exchange);
      }
      probes.push(probe);
    }
    return probes.length > 0 ? pass(exchange, ...probes) : notApplicable('it lists no further reads', exchange);
  },
});

/** A read that takes its parameters in a body. */
const READS = /(search|query|lookup|suche|recherche|busca|busqueda|zoeken|ricerca)$/i;

export const documentDeclaresTwoWrites = check({
  id: 'public/document-declares-no-further-writes',
  title: 'The public document declares no writes except the two documented ones',
  clause: 'service.write_paths',
  covers: ['openapi.get'],
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const others = listPublishedOperations(toObject(exchange.json)).filter(
      (published) =>
        WRITE_METHODS.has(published.method) &&
        published.path.includes('/v1/') &&
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
    const { exchange } = await readPublishedDocument(anonymous);
    const inner = listPublishedOperations(toObject(exchange.json)).filter(({ path }) => INNER.test(path));
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
    const { exchange } = await readPublishedDocument(anonymous);
    const servers = listServers(toObject(exchange.json));
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
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await readPublishedDocument(anonymous);
    const declared = new Map(
      Object.keys(toObject(toObject(exchange.json).webhooks)).map((name) => [keepLetters(name), name]),
    );
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
    const { exchange } = await readPublishedDocument(anonymous);
    const parameters = listDeclaredParameters(toObject(exchange.json)).get('listTransactions') ?? [];
    const listed = parameters.filter(({ name, values }) => DOCUMENTED_VALUES[name] !== undefined && values.length > 0);
    if (listed.length === 0) return notApplicable('the document lists no values of these parameters', exchange);
    const wrong = listed.find(({ name, values }) => !values.includes(DOCUMENTED_VALUES[name] ?? ''));
    if (wrong === undefined) return pass(exchange);
    const expected = `${DOCUMENTED_VALUES[wrong.name]} among the values of ${wrong.name}`;
    return fail({ expected, actual: exchange, saw: formatNames(wrong.values) });
  },
});
