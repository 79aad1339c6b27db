import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import { isLoopbackHost } from '../../../base/hosts.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { HeaderPair, TlsOptions } from '../../../conformance/index.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { ConformOptions } from './options.ts';

const SUBCOMMANDS = ['list', 'explain', 'compare', 'schema', 'init'];

/** Parses the base URL of the target. A word is perhaps one of `subcommands`. */
export function parseTarget(url: string | undefined, refuse: Refuse, subcommands = SUBCOMMANDS): string {
  if (url === undefined)
    return refuse('no target given. Expected its base URL, as in: fleetkit conform https://portal.example');
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    const hint =
      subcommands.length > 0 && /^[a-z]+$/.test(url)
        ? `; did you mean "fleetkit conform ${closest(url, subcommands)}"?`
        : '';
    return refuse(`"${url}" is not a URL that starts with http:// or https://${hint}`);
  }
  if (parsed.username !== '' || parsed.password !== '')
    return refuse('the URL contains a user name or password; give keys with --keys-file');
  if (parsed.search !== '' || parsed.hash !== '')
    return refuse('the URL has a query or fragment; expected the base URL only');
  return parsed.href.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '');
}

/** Returns the network options: proxy, trusted authorities and client certificate. */
export function readNetworkOptions(
  target: string,
  options: Pick<ConformOptions, 'ca' | 'insecure' | 'cert' | 'certKey' | 'proxy' | 'resolve'>,
  refuse: Refuse,
): { readonly proxy?: string; readonly tls: TlsOptions; readonly addresses?: readonly string[] } {
  const { ca, insecure = false, cert, certKey } = options;
  if ((cert === undefined) !== (certKey === undefined)) return refuse('--cert and --cert-key must be given together');
  const read = (file: string) => readPem(file, refuse);
  const proxy = options.proxy ?? readProxyFromEnvironment(target, process.env);
  if (proxy !== undefined && !/^https?:$/.test(URL.parse(proxy)?.protocol ?? ''))
    return refuse('the proxy is not a URL that starts with http:// or https://');
  if (proxy !== undefined && options.resolve !== undefined)
    return refuse(`--resolve has no effect with the proxy ${new URL(proxy).host}; remove one of them`);
  return {
    ...omitUndefined({ proxy, addresses: options.resolve }),
    tls: {
      isUnchecked: insecure,
      ...(ca === undefined ? {} : { ca: read(ca) }),
      ...(cert === undefined || certKey === undefined ? {} : readClientCertificate({ cert, certKey }, refuse)),
    },
  };
}

/**
 * Returns the proxy for a target from `HTTPS_PROXY` or `HTTP_PROXY` (upper or lower case), unless `NO_PROXY` excludes it:
 * `portal.example` and its subdomains, `*.example`, `*`, with or without a port. Never used for a target on this machine.
 */
export function readProxyFromEnvironment(
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

/** Parses `Name: value` headers to add to every request. Refuses headers that the kit sets itself. */
export const parseHeaders = (
  given: readonly string[] = [],
  refuse: Refuse,
  isReserved = isReservedForChecks,
): HeaderPair[] =>
  given.map((line): HeaderPair => {
    const [, name = '', untrimmed = ''] = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/.exec(line) ?? [];
    const value = untrimmed.trimStart();
    if (name === '' || value === '') return refuse("--header: expected 'Name: value'");
    if (isReserved(name))
      return refuse(`the header ${name} is set by the kit${/^x-api-key$/i.test(name) ? '; give keys with --key' : ''}`);
    if (/[^\x20-\x7e]/.test(value))
      return refuse(`the value of ${name} has characters that are not allowed in a header; expected printable ASCII`);
    return [name, value];
  });

const PASSPHRASE = 'FLEETKIT_CERT_KEY_PASSPHRASE';

/** Reads the client certificate and its private key, decrypted with the passphrase in the environment if it is encrypted. */
function readClientCertificate(
  { cert, certKey }: { readonly cert: string; readonly certKey: string },
  refuse: Refuse,
): Pick<TlsOptions, 'certificate' | 'certificateKey'> {
  const [certificate, encoded] = [readPem(cert, refuse), readPem(certKey, refuse)];
  const passphrase = process.env[PASSPHRASE] ?? '';
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: encoded, ...(passphrase === '' ? {} : { passphrase }) });
  } catch {
    if (!/ENCRYPTED/.test(encoded))
      return refuse(`"${certKey}" contains no private key that can be read; expected -----BEGIN PRIVATE KEY-----`);
    return refuse(
      passphrase === ''
        ? `the private key in "${certKey}" is encrypted; set its passphrase in the environment variable ${PASSPHRASE}`
        : `the private key in "${certKey}" cannot be decrypted with the passphrase in ${PASSPHRASE}`,
    );
  }
  if (!matchesCertificate(certificate, key))
    return refuse(`"${cert}" contains no certificate to which the private key in "${certKey}" belongs`);
  return { certificate, certificateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

function matchesCertificate(certificate: string, key: KeyObject): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(key);
  } catch {
    return false;
  }
}

/** Reads a PEM file. */
export function readPem(file: string, refuse: Refuse): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`the file "${file}" cannot be read`);
  }
  return text.includes('-----BEGIN ')
    ? text
    : refuse(`"${file}" is not a PEM file; expected text that starts with -----BEGIN`);
}
