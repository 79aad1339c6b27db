import { readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import type { HeaderPair, TlsOptions } from '../../conformance/index.ts';
import { isLoopbackHost } from '../../spec/hosts.ts';
import type { Options } from './options.ts';
import type { Refuse } from './refuse.ts';

const SUBCOMMANDS = ['list', 'explain', 'compare', 'schema', 'mutants', 'init'];

/** The address where the paths of the target begin. */
export function targetOf(url: string | undefined, refuse: Refuse): string {
  if (url === undefined) return refuse('which service? Give its URL, as in: fleetkit conform https://portal.example');
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    const hint = /^[a-z]+$/.test(url) ? `; did you mean "fleetkit conform ${closest(url, SUBCOMMANDS)}"?` : '';
    return refuse(`"${url}" is no URL that starts with http:// or https://${hint}`);
  }
  if (parsed.username !== '' || parsed.password !== '')
    return refuse('the URL holds a name or password; give keys with --keys-file');
  if (parsed.search !== '' || parsed.hash !== '')
    return refuse('the URL has a query; give the address where the paths begin');
  return parsed.href.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '');
}

/** How the target is reached: through which proxy, and trusting whom. */
export function networkOf(
  target: string,
  options: Options,
  refuse: Refuse,
): { readonly proxy?: string; readonly tls: TlsOptions } {
  const { ca, insecure = false, cert, certKey } = options;
  if ((cert === undefined) !== (certKey === undefined)) return refuse('--cert and --cert-key go together');
  const read = (file: string) => pemIn(file, refuse);
  const proxy = options.proxy ?? proxyFromEnvironment(target, process.env);
  if (proxy !== undefined && !/^https?:$/.test(URL.parse(proxy)?.protocol ?? ''))
    return refuse('the proxy is no URL that starts with http:// or https://');
  return {
    ...(proxy === undefined ? {} : { proxy }),
    tls: {
      isUnchecked: insecure,
      ...(ca === undefined ? {} : { ca: read(ca) }),
      ...(cert === undefined || certKey === undefined
        ? {}
        : { certificate: read(cert), certificateKey: read(certKey) }),
    },
  };
}

/**
 * The proxy that the environment names for a target: `HTTPS_PROXY` or `HTTP_PROXY`, in capitals or not, but for what
 * `NO_PROXY` lists (`portal.example` and what is under it, `*.example`, `*`, with a port or without). A target on this
 * machine is never reached through it.
 */
export function proxyFromEnvironment(
  target: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { protocol, hostname, port } = new URL(target);
  const named = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const exceptions = (named('NO_PROXY') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const isExcepted = exceptions.some((exception) => {
    const [, host = '', itsPort] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
    const domain = host.replace(/^\*?\./, '').toLowerCase();
    const isSame = host === '*' || hostname === domain || hostname.endsWith(`.${domain}`);
    return isSame && (itsPort === undefined || itsPort === ownPort);
  });
  if (isExcepted || isLoopbackHost(hostname)) return undefined;
  const proxy = named(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  return proxy === undefined || proxy.includes('://') ? proxy : `http://${proxy}`;
}

const RESERVED =
  /^(x-api-key|host|connection|content-length|transfer-encoding|upgrade|accept|content-type|expect|te)$/i;
const isReservedForChecks = (name: string): boolean => RESERVED.test(name);

/** Headers that are added to every request, from `Name: value`, but for those that the kit sets itself. */
export const headersOf = (
  given: readonly string[] = [],
  refuse: Refuse,
  isReserved = isReservedForChecks,
): HeaderPair[] =>
  given.map((line): HeaderPair => {
    const [, name = '', untrimmed = ''] = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/.exec(line) ?? [];
    const value = untrimmed.trimStart();
    if (name === '' || value === '') return refuse("a header is written as 'Name: value'");
    if (isReserved(name))
      return refuse(`the header ${name} is set by the kit${/^x-api-key$/i.test(name) ? '; give keys with --key' : ''}`);
    if (/[^\x20-\x7e]/.test(value)) return refuse(`the value of ${name} has characters that no header can carry`);
    return [name, value];
  });

/** The PEM text in a file. */
export function pemIn(file: string, refuse: Refuse): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`the file "${file}" cannot be read`);
  }
  return text.includes('-----BEGIN ') ? text : refuse(`"${file}" holds no PEM text, which begins with -----BEGIN`);
}
