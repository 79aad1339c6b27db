import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Only the benchmark needs Mockoon, so it is no dependency of the project. */
export const MOCKOON_VERSION = '9.9.0';

const folder = fileURLToPath(new URL('../node_modules/.cache/fleetkit-bench/mockoon', import.meta.url));
const command = join(folder, 'node_modules/@mockoon/cli/bin/run.js');

export const isMockoonInstalled = (): boolean => existsSync(command);

/** Installs Mockoon from the npm registry into a cache of this checkout. Throws if that fails. */
export function installMockoon(): void {
  if (isMockoonInstalled()) return;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  execFileSync(npm, [...args, `@mockoon/cli@${MOCKOON_VERSION}`], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns the arguments of Node.js that start Mockoon with the data of bare-express.ts as fixed replies. */
export function listMockoonArguments(port: number, referenceFile: string, target: string): readonly string[] {
  const { page, location } = JSON.parse(readFileSync(referenceFile, 'utf8')) as Record<string, unknown>; // written by test-data.ts
  const dataFile = join(target, 'mockoon.json');
  const routes = [createRoute(1, 'v1/transactions', page), createRoute(2, 'v1/locations/:terminal_id', location)];
  writeFileSync(
    dataFile,
    JSON.stringify({
      uuid: formatUuid(0),
      lastMigration: 33,
      name: 'benchmark',
      endpointPrefix: '',
      latency: 0,
      port,
      hostname: '127.0.0.1',
      folders: [],
      routes,
      rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
      proxyMode: false,
      tlsOptions: { enabled: false },
      cors: false,
      headers: [],
      proxyReqHeaders: [],
      proxyResHeaders: [],
      data: [],
      callbacks: [],
    }),
  );
  const switches = ['--disable-log-to-file', '--disable-admin-api'];
  return [command, 'start', '--data', dataFile, '--port', String(port), '--hostname', '127.0.0.1', ...switches];
}

const formatUuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const createRoute = (number: number, endpoint: string, body: unknown) => ({
  uuid: formatUuid(number),
  type: 'http',
  documentation: '',
  method: 'get',
  endpoint,
  responseMode: null,
  streamingMode: null,
  streamingInterval: 0,
  responses: [
    {
      uuid: formatUuid(100 + number),
      body: JSON.stringify(body),
      latency: 0,
      statusCode: 200,
      label: '',
      headers: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
      bodyType: 'INLINE',
      filePath: '',
      databucketID: '',
      sendFileAsBody: false,
      rules: [],
      rulesOperator: 'OR',
      disableTemplating: true,
      fallbackTo404: false,
      default: true,
      crudKey: 'id',
      callbacks: [],
    },
  ],
});
