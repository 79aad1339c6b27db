import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';
import { isLoopbackHost } from '../../../base/hosts.ts';
import type { ServerCertificate } from '../../../server/http/edge/http-server.ts';
import type { SandboxOptions } from '../options/sandbox-options.ts';
import { checkPublicPath, parseBasePath } from './base-path.ts';

/** How clients reach a server. */
export interface Transport {
  /** The path with which every path of the server begins, without a slash at its end; empty if there is none. */
  readonly basePath: string;
  /** Undefined: the server speaks plain HTTP. */
  readonly certificate: ServerCertificate | undefined;
  /** The file with the authority of a certificate that was made for this machine. */
  readonly caFile: string | undefined;
}

type TransportOptions = Pick<
  SandboxOptions,
  'basePath' | 'tls' | 'tlsCert' | 'tlsKey' | 'publicUrl' | 'data' | 'host' | 'port'
>;

/** Returns the transport of a server. Throws a `RangeError` for options that contradict each other or cannot be used. */
export async function openTransport(options: TransportOptions, nowMs: number): Promise<Transport> {
  const { tls = false, tlsCert, tlsKey, publicUrl, data, host = '127.0.0.1', port } = options;
  const basePath = parseBasePath(options.basePath ?? '/');
  checkPublicPath(publicUrl, basePath);
  if (!tls && tlsCert === undefined && tlsKey === undefined)
    return { basePath, certificate: undefined, caFile: undefined };
  if (port === false) throw new RangeError('TLS needs a port: leave out port: false, or the options for TLS.');
  if (tls && (tlsCert ?? tlsKey) !== undefined)
    throw new RangeError(
      'The options tls and tlsCert exclude each other: let tls make a certificate, or give one with tlsCert and tlsKey.',
    );
  if (tls) {
    const { openStoredCertificate } = await import('./stored-certificate.ts');
    const { caFile, ...certificate } = await openStoredCertificate(data, listMoreNames(host, publicUrl), nowMs);
    return { basePath, certificate, caFile };
  }
  if (tlsCert === undefined || tlsKey === undefined)
    throw new RangeError(
      'TLS needs the files of a certificate and of its private key: give both tlsCert and tlsKey (--tls-cert and --tls-key).',
    );
  const { readCertificate } = await import('./read-certificate.ts');
  return {
    basePath,
    certificate: readCertificate({ certFile: tlsCert, keyFile: tlsKey }, nowMs),
    caFile: undefined,
  };
}

/** Returns the names and addresses, other than local ones, under which clients reach a server. */
function listMoreNames(host: string, publicUrl: string | undefined): readonly string[] {
  const isOnAllAddresses = host === '0.0.0.0' || host === '::';
  const names = [
    isOnAllAddresses ? hostname() : host,
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  ];
  return names
    .map((name) => name.toLowerCase().replace(/^\[(.*)\]$/, '$1'))
    .filter((name) => !isLoopbackHost(name) && /^[a-z0-9.:-]+$/.test(name));
}

/** Returns the name of this machine in a URL: the address, or `localhost` if only that is in the certificate. */
export function chooseLocalName(address: string, certificate: ServerCertificate | undefined): string {
  if (certificate === undefined || !isLoopbackHost(address)) return address;
  const { cert } = certificate;
  const parsed = new X509Certificate(cert);
  const isNamed = parsed.checkIP(address.replace(/^\[(.*)\]$/, '$1')) !== undefined;
  return !isNamed && parsed.checkHost('localhost') !== undefined ? 'localhost' : address;
}
