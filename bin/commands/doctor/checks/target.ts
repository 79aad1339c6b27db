import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { getPort } from '../../../../base/base-url.ts';
import { readCertificate } from '../../../library/transport/read-certificate.ts';
import { checkSkew } from './clock-skew.ts';
import type { Finding } from './finding.ts';

const ANSWER_MS = 10_000;
/** A certificate that expires sooner gets a warning. */
const SOON_DAYS = 21;
const DAY_MS = 86_400_000;
/** The header `Date` has whole seconds. */
const DATE_PRECISION_MS = 1000;

/** Checks whether a service answers, its clock, and its certificate. */
export async function checkTarget(url: string): Promise<readonly Finding[]> {
  const target = new URL(url);
  const certificate = target.protocol === 'https:' ? [await checkCertificate(target)] : [];
  return [...certificate, ...(await checkAnswer(target))];
}

async function checkAnswer(target: URL): Promise<readonly Finding[]> {
  const check = target.origin;
  const sentMs = Date.now();
  try {
    const response = await fetch(target, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const midMs = (sentMs + Date.now()) / 2;
    const date = Date.parse(response.headers.get('Date') ?? '');
    return [
      { check, status: 'ok', found: `It answers with ${response.status}.` },
      ...(Number.isNaN(date) ? [] : [checkSkew(check, date + DATE_PRECISION_MS / 2 - midMs, DATE_PRECISION_MS)]),
    ];
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException; // fetch reports the failure as the cause
    return [
      {
        check,
        status: 'problem',
        found: `It does not answer: ${code ?? message}.`,
        advice: 'Check the address, that the service runs, and whether a proxy is needed.',
      },
    ];
  }
}

async function checkCertificate(target: URL): Promise<Finding> {
  const check = `certificate of ${target.host}`;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: getPort(target),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: false,
    timeout: ANSWER_MS,
  });
  try {
    await Promise.race([
      once(socket, 'secureConnect'),
      once(socket, 'timeout').then(() => Promise.reject(new Error('timeout'))),
    ]);
    const found = socket.getPeerCertificate();
    return judgeCertificate(check, found, socket.authorized ? undefined : String(socket.authorizationError));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      check,
      status: 'problem',
      found: `There is no TLS connection: ${code ?? message}.`,
      advice: 'Check that the service speaks TLS on this port.',
    };
  } finally {
    socket.destroy();
  }
}

function judgeCertificate(check: string, { valid_to: validTo }: PeerCertificate, fault: string | undefined): Finding {
  if (fault !== undefined)
    return {
      check,
      status: 'problem',
      found: `Clients do not trust it: ${fault}. It is valid until ${validTo}.`,
      advice:
        'Install a certificate for this name that a known authority signed, or give clients its authority with --ca.',
    };
  return judgePeriod(check, Date.parse(validTo), Date.now());
}

function judgePeriod(check: string, untilMs: number, nowMs: number): Finding {
  const days = Math.floor((untilMs - nowMs) / DAY_MS);
  const until = new Date(untilMs).toISOString();
  if (days >= SOON_DAYS) return { check, status: 'ok', found: `It is valid until ${until}.` };
  return { check, status: 'warning', found: `It expires on ${until}, in ${days} days.`, advice: 'Renew it.' };
}

/** Checks the files of `serve --tls-cert` and `--tls-key`. */
export function checkCertificateFiles(certFile: string, keyFile: string, nowMs: number): Finding {
  const check = `certificate ${certFile}`;
  try {
    const { cert } = readCertificate({ certFile, keyFile }, nowMs);
    return judgePeriod(check, Date.parse(new X509Certificate(cert).validTo), nowMs);
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    return { check, status: 'problem', found: fault.message, advice: 'Correct --tls-cert or --tls-key.' };
  }
}
