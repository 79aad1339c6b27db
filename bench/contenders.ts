import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { isMockoonInstalled, listMockoonArguments, MOCKOON_VERSION } from './mockoon.ts';
import type { BenchmarkData } from './test-data.ts';

/** A server to measure. */
export interface Contender {
  readonly name: string;
  readonly title: string;
  /** Returns the arguments of Node.js that start it on a loopback port. */
  readonly args: (port: number) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Measured by default. */
  readonly isUsual: boolean;
  /** Only its start is measured, because it equals another contender under load. */
  readonly isStartOnly?: true;
}

/** The contender that the ratios refer to. */
export const REFERENCE = 'express';

const resolvePath = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const serveArguments = (port: number, log: string): readonly string[] => [
  'serve',
  '--port',
  String(port),
  '--log',
  log,
];

/** The options of Node.js in `npm start`. */
const startOptions = (): readonly string[] =>
  packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'));

export const fleetkit: Contender = {
  name: 'fleetkit',
  title: 'fleetkit, checkout',
  args: (port) => [...startOptions(), resolvePath('../bin/fleetkit.js'), ...serveArguments(port, 'off')],
  isUsual: true,
};

/** Returns all contenders. Stores their additional files in `folder`. */
export function listContenders(
  { referenceFile, rowsFile, contractFile }: BenchmarkData,
  folder: string,
): readonly Contender[] {
  const prism = (port: number): readonly string[] => [
    fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js')),
    'mock',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    contractFile,
  ];
  const { dependencies, devDependencies } = packageJson;
  const prismTitle = `Prism ${devDependencies['@stoplight/prism-cli']}`;
  return [
    {
      name: REFERENCE,
      title: `bare Express ${dependencies.express}`,
      args: (port) => [resolvePath('bare-express.ts'), String(port), referenceFile, rowsFile],
      env: { NODE_ENV: 'production' },
      isUsual: true,
    },
    {
      name: 'node',
      title: 'bare node:http',
      args: (port) => [resolvePath('bare-node.ts'), String(port), referenceFile, rowsFile],
      env: { NODE_ENV: 'production' },
      isUsual: true,
    },
    fleetkit,
    {
      name: 'fleetkit-logging',
      title: 'fleetkit, log as JSON',
      args: (port) => [resolvePath('../bin/fleetkit.js'), ...serveArguments(port, 'json')],
      isUsual: false,
    },
    {
      name: 'fleetkit-sources',
      title: 'fleetkit, sources without the bundle',
      args: (port) => [resolvePath('../bin/cli.ts'), ...serveArguments(port, 'off')],
      isUsual: false,
      isStartOnly: true,
    },
    ...findBuiltFleetkit(folder),
    {
      name: 'prism',
      title: `${prismTitle}, log off`,
      args: (port) => [...prism(port), '--verboseLevel', 'silent'],
      isUsual: true,
    },
    ...(isMockoonInstalled()
      ? [
          {
            name: 'mockoon',
            title: `Mockoon ${MOCKOON_VERSION}, log off`,
            args: (port: number) => listMockoonArguments(port, referenceFile, folder),
            isUsual: true,
          },
        ]
      : []),
    { name: 'prism-logging', title: `${prismTitle}, as shipped`, args: prism, isUsual: false },
  ];
}

/** Returns the installed package with its own compile cache, if the bundle has been built. */
function findBuiltFleetkit(folder: string): readonly Contender[] {
  if (!existsSync(new URL('../dist', import.meta.url))) return [];
  const installed = join(folder, 'installed');
  for (const part of ['dist', 'package.json', 'bin/fleetkit.js']) {
    cpSync(resolvePath(`../${part}`), join(installed, part), { recursive: true });
  }
  symlinkSync(resolvePath('../node_modules'), join(installed, 'node_modules'));
  return [
    {
      name: 'fleetkit-built',
      title: 'fleetkit, installed',
      args: (port) => [join(installed, 'bin/fleetkit.js'), ...serveArguments(port, 'off')],
      env: { NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
      isUsual: true,
      isStartOnly: true,
    },
  ];
}
