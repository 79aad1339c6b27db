import { createHash, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { MadeCertificate } from './make-certificate.ts';

/** A certificate that was made for this machine. */
export interface StoredCertificate extends MadeCertificate {
  /** The file with the authority that clients must trust. */
  readonly caFile: string;
}

/** The names and addresses of every such certificate. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];
/** A certificate that expires sooner is replaced. */
const LEAST_VALID_MS = 30 * 86_400_000;

/**
 * Returns the certificate of this machine for the local names and `moreNames`. Makes it if none is stored, or the stored one is damaged
 * or expires soon. Stores it below `data`; without it, below the user's folder for caches. Throws a `RangeError` if it cannot be stored.
 */
export async function openStoredCertificate(
  data: string | undefined,
  moreNames: readonly string[],
  nowMs: number,
): Promise<StoredCertificate> {
  const names = [...new Set([...LOCAL_NAMES, ...moreNames])];
  const folder = join(data === undefined ? findCacheFolder() : resolve(data), 'tls', nameFolder(names));
  const file = join(folder, 'server.pem');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    let stored = readStored(file, names, nowMs);
    if (stored === undefined) {
      const { makeCertificate } = await import('./make-certificate.ts');
      store(file, await makeCertificate(names, nowMs), (text) => parseStored(text, names, nowMs) !== undefined);
      stored = readStored(file, names, nowMs); // that of another server, if both started at the same time
    }
    if (stored === undefined) throw new Error('it was changed at the same time');
    chmodSync(file, 0o600);
    const caFile = join(folder, 'ca.pem');
    replaceFile(caFile, stored.ca, 0o644);
    return { ...stored, caFile };
  } catch (error) {
    throw new RangeError(
      `The certificate cannot be stored in ${folder}: ${(error as Error).message}. Name a folder that can be written with --data, or give a certificate with --tls-cert and --tls-key.`,
    );
  }
}

/** Returns the folder for files of this user that can be made again. */
function findCacheFolder(): string {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = process.env;
  if (xdg.startsWith('/')) return join(xdg, 'fleetkit');
  if (process.platform === 'win32' && local !== '') return join(local, 'fleetkit', 'cache');
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'fleetkit');
}

/** Returns the folder of a certificate, so that servers with other names keep theirs. The local names need none. */
const nameFolder = (names: readonly string[]): string =>
  names.length === LOCAL_NAMES.length
    ? ''
    : createHash('sha256').update(names.toSorted().join(' ')).digest('hex').slice(0, 12);

function readStored(file: string, names: readonly string[], nowMs: number): MadeCertificate | undefined {
  try {
    return parseStored(readFileSync(file, 'utf8'), names, nowMs);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the parts of a stored file; undefined if it is damaged, expires soon or lacks a name. */
function parseStored(text: string, names: readonly string[], nowMs: number): MadeCertificate | undefined {
  const [cert = '', ca = ''] = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? [];
  const [key = ''] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/.exec(text) ?? [];
  try {
    const [server, authority] = [new X509Certificate(cert), new X509Certificate(ca)];
    const isUsable =
      Date.parse(server.validTo) > nowMs + LEAST_VALID_MS &&
      Date.parse(server.validFrom) <= nowMs &&
      server.checkPrivateKey(createPrivateKey(key)) &&
      server.verify(authority.publicKey) &&
      names.every((name) => (isIP(name) === 0 ? server.checkHost(name) : server.checkIP(name)) !== undefined);
    return isUsable ? { cert, key, ca } : undefined;
  } catch {
    return undefined; // damaged
  }
}

/**
 * Stores a certificate, so that a reader finds it whole. Keeps a usable one that another server has stored in the meantime. The private
 * key of the authority is not part of it.
 */
function store(file: string, { cert, key, ca }: MadeCertificate, isUsable: (text: string) => boolean): void {
  const draft = writeDraft(file, `${cert}${key}${ca}`, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'; // otherwise the file system has no links
    if (!isTaken || !isUsable(readFileSync(file, 'utf8'))) renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function replaceFile(file: string, text: string, mode: number): void {
  renameSync(writeDraft(file, text, mode), file);
}

function writeDraft(file: string, text: string, mode: number): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, text, { mode, flag: 'wx' });
  return draft;
}
