import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  type CertifiedRun,
  createSigningKey,
  createStatement,
  drawBadge,
  formatCertificate,
  formatVerified,
  type ReadCertificate,
  readCertificate,
  readIssuerKey,
  readRun,
  readSigningKey,
  signStatement,
} from '../../../conformance/certificate/index.ts';
import { kitVersion } from '../../../conformance/engine/version.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';

interface CertifyOptions {
  readonly subject?: string;
  readonly key?: string;
  readonly days: number;
  readonly output?: string;
  readonly badge?: string;
}

/** The action of `fleetkit certify`. */
export function certify(command: Command, files: readonly string[]): void {
  const refuse = createRefuse(command);
  const options = command.opts<CertifyOptions>();
  const runs = files.map(
    (file): CertifiedRun => accept(file, readRun(readBytes(file, refuse), { version: kitVersion }), refuse),
  );
  const statement = createStatement(runs, {
    version: kitVersion,
    days: options.days,
    nowMs: Date.now(),
    ...(options.subject === undefined ? {} : { subject: options.subject }),
  });
  const key =
    options.key === undefined
      ? createSigningKey()
      : accept(options.key, readSigningKey(readText(options.key, refuse)), refuse);
  write(options.output, formatCertificate(signStatement(statement, key)), refuse);
  if (options.badge !== undefined) write(options.badge, drawBadge(statement), refuse);
  if (options.output !== undefined) process.stdout.write(formatVerified({ statement, isFromIssuer: false }));
}

/** The action of `fleetkit certify verify`. */
export function verify(command: Command, file: string): void {
  const refuse = createRefuse(command);
  const { issuerKey, json } = command.opts<{ readonly issuerKey?: string; readonly json?: true }>();
  const issuer =
    issuerKey === undefined ? {} : { issuer: accept(issuerKey, readIssuerKey(readText(issuerKey, refuse)), refuse) };
  const read = readValid(file, issuer, refuse);
  if (read === undefined) return;
  process.stdout.write(json === true ? formatJson(read.statement) : formatVerified(read));
}

/** The action of `fleetkit certify badge`. */
export function badge(command: Command, file: string): void {
  const refuse = createRefuse(command);
  const read = readValid(file, {}, refuse);
  if (read !== undefined) write(command.opts<{ readonly output?: string }>().output, drawBadge(read.statement), refuse);
}

/** Reads a certificate. If it is not valid, prints why and sets the exit code 1. */
function readValid(
  file: string,
  issuer: Pick<Parameters<typeof readCertificate>[1], 'issuer'>,
  refuse: Refuse,
): ReadCertificate | undefined {
  const read = readCertificate(readText(file, refuse), { nowMs: Date.now(), ...issuer });
  if (!('problem' in read)) return read;
  process.stderr.write(`Not valid: ${file} ${read.problem}.\n`);
  process.exitCode = 1;
  return undefined;
}

/** Refuses the command line if a file has a problem. */
function accept<Value extends object>(file: string, read: Value | { readonly problem: string }, refuse: Refuse): Value {
  return 'problem' in read ? refuse(`"${file}" ${read.problem}`) : read;
}

function readBytes(file: string, refuse: Refuse): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    return refuse(`"${file}" cannot be read`);
  }
}

const readText = (file: string, refuse: Refuse): string => new TextDecoder().decode(readBytes(file, refuse));

function write(file: string | undefined, text: string, refuse: Refuse): void {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch {
    refuse(`"${file}" cannot be written`);
  }
}
