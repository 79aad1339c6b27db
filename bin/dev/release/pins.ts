import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/** The files that name actions and images. */
const FILES = ['action.yml', 'Dockerfile', 'deploy/**/*.{yml,yaml}', '.github/**/*.{yml,yaml}'];

/** Services that know what a tag stands for, and the function that sends requests to them. */
export interface PinSources {
  readonly fetch: typeof globalThis.fetch;
  /** The URL of a service that answers like the REST API of GitHub, without a slash at its end. */
  readonly actions: string;
  /** The registry of images whose name has no host. Answers as the OCI distribution specification describes. */
  readonly images: string;
}

const PUBLIC_SOURCES: PinSources = {
  fetch: globalThis.fetch,
  actions: 'https://api.github.com',
  images: 'https://registry-1.docker.io',
};

/** `uses: owner/name@tag`, possibly with a path and a comment. */
const ACTION = /^(\s*(?:-\s+)?uses:\s*)([\w.-]+\/[\w.-]+)(\/[\w./-]+)?@(?![0-9a-f]{40}\b)([\w./-]+)[^\S\n]*(?:#.*)?$/gm;
/** `image: name:tag`, or the default of an argument or an input that is an image. */
const IMAGE = /^(\s*(?:image:|ARG \w*IMAGE=|default:)\s*'?)((?:[\w.-]+\/)*[\w.-]+):([\w][\w.-]*)('?[^\S\n]*)$/gm;

/**
 * Replaces the tags of actions and base images in the files of a checkout by commits and digests, with the tags as comments or beside
 * them. Returns the changed files. Writes all of them, or none: throws a `Refusal` if a tag cannot be resolved.
 */
export async function pinReferences(root: string, sources: PinSources = PUBLIC_SOURCES): Promise<readonly string[]> {
  const known = new Map<string, string>();
  const resolve = async (reference: string, find: () => Promise<string>): Promise<void> => {
    if (!known.has(reference)) known.set(reference, await find());
  };
  const changes: (readonly [file: string, text: string])[] = [];
  for (const file of FILES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, , name = '', , tag = ''] of text.matchAll(ACTION))
      await resolve(`${name}@${tag}`, () => resolveAction(name, tag, sources));
    for (const [, , name = '', tag = ''] of text.matchAll(IMAGE))
      if (!isOwn(name)) await resolve(`${name}:${tag}`, () => resolveImage(name, tag, sources));
    const pinned = text
      .replace(ACTION, (...[, before, name, path = '', tag]: readonly string[]) =>
        [before, name, path, '@', known.get(`${name}@${tag}`), ' # ', tag].join(''),
      )
      .replace(IMAGE, (...[line = '', before, name = '', tag, after]: readonly string[]) =>
        isOwn(name) ? line : [before, name, ':', tag, '@', known.get(`${name}:${tag}`), after].join(''),
      );
    if (pinned !== text) changes.push([file, pinned]);
  }
  for (const [file, text] of changes) writeFileSync(join(root, file), text);
  return changes.map(([file]) => file);
}

/** Whether an image is fleetkit itself, which the release creates. */
const isOwn = (name: string): boolean => /(?:^|\/)fleetkit$/.test(name);

/** Returns the commit of a tag or branch of a repository. */
async function resolveAction(name: string, tag: string, { fetch, actions }: PinSources): Promise<string> {
  const what = `the commit of the action ${name}@${tag}`;
  const url = `${actions}/repos/${name}/commits/${encodeURIComponent(tag)}`;
  const response = await request(url, { fetch, what, headers: { Accept: 'application/vnd.github.sha' } });
  return requireForm(
    what,
    response.ok ? (await response.text()).trim() : `status ${response.status}`,
    /^[0-9a-f]{40}$/,
  );
}

/** The lists of images for several platforms, and single images. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** Returns the digest of a tag of an image. Registries require a token also from an anonymous user. */
async function resolveImage(name: string, tag: string, { fetch, images }: PinSources): Promise<string> {
  const what = `the digest of the image ${name}:${tag}`;
  const [host = '', ...path] = name.split('/');
  const hasHost = path.length > 0 && host.includes('.');
  const registry = hasHost ? `https://${host}` : images;
  const repository = hasHost ? path.join('/') : path.length > 0 ? name : `library/${name}`;
  const read = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    request(`${registry}/v2/${repository}/manifests/${tag}`, {
      ...{ fetch, what },
      method: 'HEAD',
      headers: { Accept: MANIFESTS, ...headers },
    });
  let response = await read({});
  if (response.status === 401) response = await read(await authenticate(what, response, fetch));
  const digest = response.ok
    ? (response.headers.get('docker-content-digest') ?? 'no digest')
    : `status ${response.status}`;
  return requireForm(what, digest, /^sha256:[0-9a-f]{64}$/);
}

/** Returns the header with the token that a registry requires. @see the token authentication of the distribution project */
async function authenticate(what: string, { headers }: Response, fetch: PinSources['fetch']) {
  const challenge = headers.get('www-authenticate') ?? '';
  const { realm = '', ...parameters } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  if (!/^Bearer /i.test(challenge) || !URL.canParse(realm)) throw createRefusal(what, 'status 401 without a realm');
  const response = await request(`${realm}?${new URLSearchParams(parameters)}`, { fetch, what });
  const token: unknown = Object(await response.json().catch(() => undefined)).token;
  if (typeof token !== 'string') throw createRefusal(what, `no token, with status ${response.status}`);
  return { Authorization: `Bearer ${token}` };
}

interface PinRequest extends RequestInit {
  readonly fetch: PinSources['fetch'];
  /** The value that is requested, as the refusal names it. */
  readonly what: string;
}

async function request(url: string, { fetch, what, ...init }: PinRequest): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const { cause = error } = error as { readonly cause?: unknown }; // fetch rejects with an Error
    throw createRefusal(
      what,
      `no response from ${new URL(url).host}: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

const TIMEOUT_MS = 30_000;

function requireForm(what: string, found: string, form: RegExp): string {
  if (form.test(found)) return found;
  throw createRefusal(what, `received ${found.slice(0, 100)}`);
}

const createRefusal = (what: string, reason: string): Refusal =>
  new Refusal(
    `${what} cannot be resolved: ${reason}; a release names what it was tested with: check the name and the network`,
  );
