import { isInsideHost, isLoopbackHost } from '../../spec/hosts.ts';
import { operations } from '../../spec/index.ts';
import { check } from '../check.ts';
import { innerDetailsIn } from '../error-hygiene.ts';
import {
  documentedAt,
  objectIn,
  problemsOfDocument,
  protectionOf,
  publishedIn,
  serversOf,
  undescribedPlaceholders,
} from '../published.ts';
import { few } from '../reading.ts';
import { fail, notApplicable, pass, untestable } from '../verdict.ts';
import { publishedDocument } from './public.ts';

export const documentIsOpenapi = check({
  id: 'public/document-is-openapi',
  title: 'The public document is OpenAPI: its version, its required members, and references that lead somewhere',
  clause: 'openapi.get',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await publishedDocument(anonymous);
    const problems = problemsOfDocument(objectIn(exchange.json));
    if (problems.length === 0) return pass(exchange);
    return fail({ expected: 'a valid OpenAPI document', actual: exchange, saw: few(problems) });
  },
});

export const placeholdersAreDescribed = check({
  id: 'public/document-describes-placeholders',
  title: 'Each placeholder in a published path is described by a parameter, as generators of clients need it',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await publishedDocument(anonymous);
    const document = objectIn(exchange.json);
    if (!publishedIn(document).some(({ path }) => path.includes('{')))
      return untestable('it takes a path with a placeholder', exchange);
    const absent = undescribedPlaceholders(document);
    if (absent.length === 0) return pass(exchange);
    return fail({ expected: 'a parameter for each', actual: exchange, saw: few(absent) });
  },
});

export const documentDeclaresTheKey = check({
  id: 'public/document-declares-the-key',
  title: 'The public document asks for the key in X-API-Key where one is needed, and nowhere else',
  clause: 'versioning.current_contract',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await publishedDocument(anonymous);
    const document = objectIn(exchange.json);
    const wrong = publishedIn(document).flatMap((published) => {
      const id = documentedAt(published);
      if (id === undefined) return [];
      const said = protectionOf(document, published);
      if (said === (operations[id].isPublic ? 'none' : 'key')) return [];
      const words = { key: 'asks for a key', other: 'asks for something else', none: 'asks for no key' }[said];
      return [`${published.method} ${published.path} ${words}`];
    });
    if (wrong.length === 0) return pass(exchange);
    return fail({ expected: 'the key on all paths but the public ones', actual: exchange, saw: few(wrong) });
  },
});

/** Parts of a path that are for those who run a service. */
const INNER =
  /\/(_?admins?|administration|_?internal|private|debug|actuator|superusers?|backoffice|impersonat\w*)(\/|$)/i;

export const documentShowsNothingInner = check({
  id: 'public/document-shows-nothing-inner',
  title: 'The public document has no path for administrators or of the inside: it is safe for customers',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await publishedDocument(anonymous);
    const inner = publishedIn(objectIn(exchange.json)).filter(({ path }) => INNER.test(path));
    if (inner.length === 0) return pass(exchange);
    const saw = few(inner.map(({ method, path }) => `${method} ${path}`));
    return fail({ expected: 'what customers may use', actual: exchange, saw });
  },
});

/** Credentials as services give them out, long enough to be no word. */
const CREDENTIALS =
  /\b(?:[sr]k_live_\w{8,}|AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35}|(?<!-)eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,})/;

export const documentHoldsNoSecrets = check({
  id: 'public/document-holds-no-secrets',
  title: 'The public document shows no key that works, no credential, and nothing of the machines behind it',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous', 'repeatsAKey'],
  async run({ anonymous, repeatsAKey }) {
    const { exchange } = await publishedDocument(anonymous);
    const found = [
      ...(repeatsAKey(exchange.text) ? ['a key that was given to the kit'] : []),
      ...(CREDENTIALS.test(exchange.text) ? ['a credential'] : []),
      ...innerDetailsIn(exchange.text).filter((kind) => kind === 'a stack trace' || kind === 'an error of a database'),
    ];
    if (found.length === 0) return pass(exchange);
    return fail({ expected: 'what everyone may read', actual: exchange, saw: few(found) });
  },
});

export const serversCanBeReached = check({
  id: 'public/document-names-servers-of-the-outside',
  title: 'The servers that the public document names are the target or others that customers can reach',
  clause: 'openapi.get',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await publishedDocument(anonymous);
    const servers = serversOf(objectIn(exchange.json));
    if (servers.length === 0) return notApplicable('the document names no servers', exchange);
    const target = new URL(exchange.request.url).hostname;
    const isAsNear = isLoopbackHost(target) ? isLoopbackHost : () => isInsideHost(target);
    const inside = servers.filter((server) => {
      const host = URL.parse(server.replaceAll(/\{[^{}]*\}/g, 'x'), exchange.request.url)?.hostname ?? '';
      return host !== target && isInsideHost(host) && !isAsNear(host);
    });
    if (inside.length === 0) return pass(exchange);
    return fail({ expected: 'addresses of the outside', actual: exchange, saw: few(inside) });
  },
});
