/** An error type of the `Proxy-Status` header (RFC 9209, section 2.3). */
export type ProxyError =
  | 'dns_error'
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_terminated'
  | 'tls_protocol_error'
  | 'tls_certificate_error'
  | 'http_request_error'
  | 'http_response_incomplete'
  | 'http_protocol_error'
  | 'http_upgrade_failed'
  | 'proxy_loop_detected'
  | 'proxy_internal_response';

/** Why a request has no response, or no complete one. */
export interface UpstreamFailure {
  readonly error: ProxyError;
  /** One sentence without a full stop. Contains no data of the request. */
  readonly message: string;
}

const CERTIFICATE =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL_.*CERTIFICATE)/;
const REFUSED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the upstream refuses connections',
  EHOSTUNREACH: 'the host of the upstream is unreachable',
  ENETUNREACH: 'the network of the upstream is unreachable',
  EADDRNOTAVAIL: 'the address of the upstream is not available',
};

const HTTP2_ONLY = 'the upstream speaks HTTP/2 only, and the proxy sends HTTP/1.1';

/** Describes why sending a request to the upstream failed. */
export function describeUpstreamFailure(thrown: unknown): UpstreamFailure {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as NodeJS.ErrnoException;
  const causes = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [error]; // one per address of the host
  const codes = causes.map(({ code = '' }) => code);
  const [code = ''] = codes;
  const refused = codes.map((one) => REFUSED[one]).find((one) => one !== undefined);
  if (refused !== undefined) return { error: 'connection_refused', message: `${refused} (${code})` };
  if (/^(ENOTFOUND|EAI_)/.test(code))
    return { error: 'dns_error', message: `the host of the upstream cannot be resolved (${code})` };
  if (code === 'ETIMEDOUT') return { error: 'connection_timeout', message: 'connecting to the upstream took too long' };
  if (/ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA)|HANDSHAKE_FAILURE/.test(code))
    return {
      error: 'tls_certificate_error',
      message: `the upstream requires another client certificate (${code}); give it with --cert and --cert-key`,
    };
  if (CERTIFICATE.test(code))
    return {
      error: 'tls_certificate_error',
      message: `the certificate of the upstream is not valid (${code}); give its authority with --ca`,
    };
  const [, reason = code] = /SSL routines:[^:]*:([^:]+)/.exec(error.message) ?? []; // EPROTO has no other detail
  if (/no[ _]application[ _]protocol/i.test(reason)) return { error: 'tls_protocol_error', message: HTTP2_ONLY };
  if (/^(ERR_SSL_|EPROTO|ERR_TLS_)/.test(code))
    return {
      error: 'tls_protocol_error',
      message: `no TLS connection to the upstream is possible (${reason})`,
    };
  if (code.startsWith('HPE_')) return describeInvalidResponse(error, code);
  return { error: 'connection_terminated', message: `the upstream closed the connection without a response (${code})` };
}

/** The type of the first frame of HTTP/2, at its place after the length. */
const SETTINGS = 4;

function describeInvalidResponse(error: Error, code: string): UpstreamFailure {
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0);
  if (packet.length >= 9 && packet[0] === 0 && packet[3] === SETTINGS)
    return { error: 'http_protocol_error', message: HTTP2_ONLY };
  return { error: 'http_protocol_error', message: `the response of the upstream is not valid HTTP/1.1 (${code})` };
}
