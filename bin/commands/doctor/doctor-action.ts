import { formatJson } from '../shared/options/json-option.ts';
import { toPrintable } from '../shared/printable.ts';
import { checkDataDirectory } from './checks/data-directory.ts';
import { checkNode, checkProxies } from './checks/environment.ts';
import type { Finding } from './checks/finding.ts';
import { checkPort, checkTokenFiles } from './checks/port.ts';
import { checkCertificateFiles, checkTarget } from './checks/target.ts';
import type { DoctorOptions } from './options.ts';

/** The action of `fleetkit doctor`. */
export async function runDoctor(options: DoctorOptions): Promise<void> {
  const findings = await listFindings(options);
  const isHealthy = findings.every(({ status }) => status !== 'problem');
  process.stdout.write(
    options.json === true
      ? formatJson({ healthy: isHealthy, findings })
      : `${findings.map(formatFinding).join('\n')}\n`,
  );
  if (!isHealthy) process.exitCode = 1;
}

async function listFindings(options: DoctorOptions): Promise<readonly Finding[]> {
  const { port, data, database, url, tlsCert, tlsKey } = options;
  const nowMs = Date.now();
  return [
    checkNode(process.versions.node),
    checkProxies(process.env),
    await checkPort(port),
    ...(await checkTokenFiles()),
    ...(data === undefined ? [] : await checkDataDirectory(data)),
    ...(database === undefined ? [] : await loadAndCheckDatabase(database)),
    ...(url === undefined ? [] : await checkTarget(url)),
    ...(tlsCert === undefined || tlsKey === undefined ? [] : [checkCertificateFiles(tlsCert, tlsKey, nowMs)]),
  ];
}

/** Loads the driver of PostgreSQL only for a database. */
async function loadAndCheckDatabase(url: string): Promise<readonly Finding[]> {
  const { checkDatabase } = await import('./checks/postgres-database.ts');
  return checkDatabase(url);
}

const MARKS = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const;

const formatFinding = ({ check, status, found, advice }: Finding): string =>
  [
    toPrintable(`${MARKS[status]} ${check}: ${found}`),
    ...(advice === undefined ? [] : [toPrintable(`          ${advice}`)]),
  ].join('\n');
