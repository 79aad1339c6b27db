import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON, isBuiltin } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputChunk, type Plugin, type PluginContext, rolldown } from 'rolldown';
import { tenants } from '../../../fixtures/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { hashSources } from '../../../server/fleet-parts/hash-sources.ts';
import { SKELETONS } from '../../commands/client/languages.ts';
import type { AddFile } from './add-file.ts';
import { joinLicences, listBundledPackages } from './bundled-packages.ts';
import { writeContract } from './contracts.ts';
import { escapeBeyondAscii } from './escape-beyond-ascii.ts';
import { PAGE_LIST } from './pages.ts';
import { writeSourceLists } from './source-lists.ts';
import { writeFilesModule, writeStoredRows, writeStoredTenants, writeTenantsModule } from './stored-fleets.ts';
import { writeStoredLogs } from './stored-logs.ts';
import { writeContractValidators, writeFactValidators } from './validators.ts';

/** The entry points by the path of their output in `dist/`, without extension. */
const ENTRIES = {
  'bin/cli': 'bin/cli.ts',
  'bin/library/index': 'bin/library/index.ts',
  'bin/library/express': 'bin/library/express.ts',
  'conformance/index': 'conformance/index.ts',
  'bin/require-node': 'base/require-node.ts',
  // the tests load these
  'bin/contract-validators': 'server/http/check/schemas.ts',
  'bin/stored-rows': 'fixtures/stored/files.ts',
  'bin/stored-logs': 'server/world/events/logs/files.ts',
};

/** The libraries for programs and test runners that load packages with `require`, such as jest, by the path of their output. */
const COMMONJS_ENTRIES = {
  'commonjs/library': 'bin/library/index.ts',
  'commonjs/express': 'bin/library/express.ts',
  'commonjs/conformance': 'conformance/index.ts',
  'commonjs/client': 'client/index.ts',
  'commonjs/require-node': 'base/require-node.ts',
};

/** The entry points that first check the version of Node.js, and the statement that does so. */
const CHECKED_ENTRIES: Readonly<Record<string, string>> = {
  'bin/library/index.js': 'import"../require-node.js";',
  'bin/library/express.js': 'import"../require-node.js";',
  'conformance/index.js': 'import"../bin/require-node.js";',
  'commonjs/library.cjs': 'require("./require-node.cjs");',
  'commonjs/express.cjs': 'require("./require-node.cjs");',
  'commonjs/conformance.cjs': 'require("./require-node.cjs");',
};

/**
 * The modules that the build replaces by code that it generates. Each replacement exports the same names with the same
 * results; `validators.test.ts` and `stored-fleets.test.ts` compare them.
 */
const listReplacements = (
  pageList: string,
): Readonly<Record<string, (add: AddFile, addEntry: AddEntry) => string>> => ({
  'server/http/check/schemas.ts': writeContractValidators,
  'server/handlers/sandbox/state/fact-validators.ts': writeFactValidators,
  'spec/generated/openapi.json': writeContract('openapi.json'),
  'spec/generated/sandbox.json': writeContract('sandbox.json'),
  'server/http/pages/pages-folder.ts': (addFile) =>
    `export const pagesFolder = new URL('.', ${addFile(`pages/${PAGE_LIST}`, pageList)});`,
  'fixtures/tenants/index.ts': (addFile) => writeTenantsModule(addFile('fleets/tenants.json', writeStoredTenants())),
  'fixtures/stored/files.ts': (addFile) =>
    writeFilesModule(
      new Map(
        tenants.flatMap((tenant): readonly [string, string][] => {
          const rows = writeStoredRows(tenant);
          return rows === undefined ? [] : [[tenant.tenantId, addFile(`fleets/${tenant.tenantId}.rows`, rows)]];
        }),
      ),
    ),
  'server/world/events/logs/files.ts': (addFile) =>
    writeFilesModule(
      new Map(
        [...writeStoredLogs()].map(([tenantId, logs]) => [tenantId, addFile(`fleets/${tenantId}.logs.json`, logs)]),
      ),
      'utf8',
    ),
  'bin/commands/client/skeleton-file.ts': (addFile) =>
    writeFilesModule(
      new Map(
        Object.values(SKELETONS).map(({ folder, file }) => [
          `${folder}/${file}`,
          addFile(
            `skeletons/${file}`,
            readFileSync(new URL(`../../../docs/clients/${folder}/${file}`, import.meta.url)),
          ),
        ]),
      ),
      'utf8',
    ).replace('readStoredFile', 'readSkeleton'),
  'server/fleet-parts/code-hash.ts': () =>
    `export const readCodeHash = () => ${JSON.stringify(hashSources(new URL('../../../', import.meta.url)))};`,
  'server/fleet-parts/part-worker-url.ts': (_, addEntry) =>
    `export const partWorkerUrl = new URL(${addEntry('server/fleet-parts/part-worker.ts')});`,
  'conformance/isolated/run-worker-url.ts': (_, addEntry) =>
    `export const runWorkerUrl = new URL(${addEntry('conformance/isolated/run-worker.ts')});`,
  'conformance/proxy/live/live-worker-url.ts': (_, addEntry) =>
    `export const liveWorkerUrl = new URL(${addEntry('conformance/proxy/live/live-worker.ts')});`,
  'conformance/reading/schemas/schema-worker-url.ts': (_, addEntry) =>
    `export const schemaWorkerUrl = new URL(${addEntry('conformance/reading/schemas/schema-worker.ts')});`,
});

/** Adds an entry point, such as that of a worker, by its path. Returns a JavaScript expression for its URL. */
type AddEntry = (path: string) => string;

/**
 * The commands that are clients of a running sandbox. Each has a separate bundle, because the time to load a small command
 * depends on its number of files. The others share chunks with the server.
 */
const CLIENT_COMMANDS = {
  bisect: 'bisect/command.ts',
  clock: 'clock.ts',
  console: 'console.ts',
  deliveries: 'deliveries.ts',
  destinations: 'destinations.ts',
  events: 'events.ts',
  faults: 'faults/command.ts',
  fork: 'workspaces/fork.ts',
  journal: 'journal.ts',
  keys: 'keys.ts',
  listen: 'listen/command.ts',
  play: 'play.ts',
  requests: 'requests.ts',
  reset: 'reset.ts',
  trigger: 'trigger.ts',
  workspaces: 'workspaces.ts',
};

/** Writes the bundle of the checkout at `root` to `dist/`, and the lists of its sources. `pageList` lists the assets of pages. */
export async function writeBundle(root: string, pageList: string): Promise<void> {
  const startedMs = Date.now();
  const clients = Object.entries(CLIENT_COMMANDS).map(
    ([name, path]) => [`commands/${name}`, join(root, 'bin/commands', path)] as const,
  );
  const write = createWriter(root, pageList);
  const chunks = await write(ENTRIES, new Map(clients.map(([name, path]) => [path, name])));
  for (const [name, path] of clients) chunks.push(...(await write({ [name]: path }, new Map())));
  await writeClient(root);
  await writeCommonJs(root, pageList);
  writeSourceLists(root, chunks, startedMs);
}

type WriteChunks = (
  input: Readonly<Record<string, string>>,
  clients: ReadonlyMap<string, string>,
) => Promise<OutputChunk[]>;

/** Returns a function that writes the chunks of some entries. `clients` are the names of bundles by the path of their module. */
const createWriter =
  (root: string, pageList: string): WriteChunks =>
  async (input, clients) => {
    const bundle = await rolldown({
      cwd: root,
      input,
      platform: 'node',
      external: (id, importer) => isPackage(id) && !isBundled(id, importer),
      plugins: [
        linkClients(clients),
        replaceModules(root, pageList, createAddEntry(root)),
        importBuiltins(),
        addLicences('chunks'),
        escapeChunks(),
        checkNodeFirst(),
        checkPackages(),
      ],
      logLevel: 'warn',
      checks: { bundlerTimings: false },
    });
    const { output } = await bundle.write({
      dir: join(root, 'dist'),
      format: 'esm',
      intro: LOCAL_GLOBALS,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      cleanDir: false,
    });
    await bundle.close();
    return output.filter((part): part is OutputChunk => part.type === 'chunk');
  };

/** Writes the client of the service as one file for all platforms: it shares no chunks with code for Node.js. */
async function writeClient(root: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { 'client/index': 'client/index.ts' },
    platform: 'neutral',
    external: ['openapi-fetch'],
    plugins: [escapeChunks(), checkPackages()],
    logLevel: 'warn',
    checks: { bundlerTimings: false },
  });
  await bundle.write({
    dir: join(root, 'dist'),
    format: 'esm',
    entryFileNames: '[name].js',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    cleanDir: false,
  });
  await bundle.close();
}

/**
 * Writes the libraries as CommonJS. They contain the packages that exist only as ES modules, which jest cannot load, and
 * openapi-fetch, whose CommonJS build has another default export than its ES module. They contain the licences of these packages.
 */
async function writeCommonJs(root: string, pageList: string): Promise<void> {
  const require = createRequire(join(root, 'package.json'));
  const bundle = await rolldown({
    cwd: root,
    input: COMMONJS_ENTRIES,
    platform: 'node',
    external: (id, importer) =>
      isPackage(id) && !isBundled(id, importer) && id !== 'openapi-fetch' && !isOnlyEsModule(id, importer, require),
    plugins: [
      replaceModules(root, pageList, addLinkToEntry),
      addLicences('commonjs'),
      escapeChunks(),
      checkNodeFirst(),
    ],
    logLevel: 'warn',
    checks: { bundlerTimings: false },
  });
  await bundle.write({
    dir: join(root, 'dist'),
    format: 'cjs',
    dynamicImportInCjs: false, // jest has no `import()`
    intro: LOCAL_GLOBALS,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'commonjs/chunks/[name]-[hash].cjs',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    cleanDir: false,
  });
  await bundle.close();
}

/**
 * Makes the globals that hot code uses local. jest runs modules of both kinds in a separate context, where each use of a global takes about thirty times as
 * long as that of a variable. `Date` and timers are not among them, because tests replace those.
 */
const LOCAL_GLOBALS = 'const { Array, BigInt, Math, Number, Object, String } = globalThis;';

/**
 * Packages that the bundle contains: of what they and their dependencies install, it needs a small part. Packages that the kit
 * needs are not among them, because the GitHub Action runs the sources with the production dependencies.
 */
const BUNDLED: ReadonlySet<string> = new Set(['asn1js', 'csv-parse', 'pkijs', 'prom-client']);

/** Whether an import names a package or a module of Node.js. */
const isPackage = (id: string): boolean => !id.startsWith('.') && !isAbsolute(id);

/** Whether the bundle contains an imported package: one of the list, or what one of these imports. */
const isBundled = (id: string, importer: string | undefined): boolean =>
  !isBuiltin(id) &&
  (BUNDLED.has(/^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id) || importer?.includes('/node_modules/') === true);

/** Whether `require(id)` finds an ES module. Packages of bundled packages are resolved from those. */
function isOnlyEsModule(id: string, importer: string | undefined, require: NodeJS.Require): boolean {
  if (isBuiltin(id)) return false;
  const path = (importer?.includes('/node_modules/') ? createRequire(importer) : require).resolve(id);
  if (!path.endsWith('.js')) return path.endsWith('.mjs');
  const manifest = findPackageJSON(pathToFileURL(path));
  return manifest !== undefined && require(manifest).type === 'module';
}

/** Adds the licences of the bundled packages as a file in `folder`, and the list of the packages. */
function addLicences(folder: string): Plugin {
  return {
    name: 'add-licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []));
      const packages = listBundledPackages(modules);
      if (packages.length === 0) return;
      this.emitFile({ type: 'asset', fileName: `${folder}/LICENSES.txt`, source: joinLicences(modules) });
      this.emitFile({ type: 'asset', fileName: `${folder}/packages.json`, source: JSON.stringify(packages) });
    },
  };
}

/** Imports the client commands from their own bundles. Only the list of commands imports them. */
function linkClients(clients: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'link-clients',
    resolveId(id, importer) {
      const path = importer?.endsWith('/bin/command-line.ts') ? join(dirname(importer), id) : undefined;
      const name = path && clients.get(path);
      return name === undefined ? undefined : { id: `../${name}.js`, external: true }; // relative to dist/bin/cli.js
    },
  };
}

function replaceModules(root: string, pageList: string, createAddEntry: (context: PluginContext) => AddEntry): Plugin {
  const writers = new Map(Object.entries(listReplacements(pageList)).map(([path, write]) => [join(root, path), write]));
  return {
    name: 'replace-modules',
    load(id) {
      const write = writers.get(id);
      // Data has no effect, so that a command without it does not read it.
      return (
        write && {
          code: write(createAddFile(this), createAddEntry(this)),
          moduleType: 'js',
          moduleSideEffects: !id.endsWith('.json'),
        }
      );
    },
  };
}

/**
 * Imports Node's own modules as objects. An ES import reads every member of such a module, and some members load large parts of
 * Node: `WebSocket` of `node:http` loads its whole fetch.
 */
function importBuiltins(): Plugin {
  return {
    name: 'import-builtins',
    renderChunk: (code) =>
      code.replace(BUILTIN_IMPORT, (...match) => {
        const { first, members, name } = match.at(-1) as Readonly<Record<string, string | undefined>>; // its groups
        const object = `globalThis.process.getBuiltinModule("${name}")`;
        const names = [first, members?.replaceAll(' as ', ': ')].filter((one) => one !== undefined);
        return names.map((one) => `const ${one} = ${object};`).join(' ');
      }),
  };
}

function escapeChunks(): Plugin {
  return {
    name: 'escape-chunks',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = escapeBeyondAscii(part.code);
    },
  };
}

/**
 * Loads the check of the Node.js version before all chunks. The order of the chunks differs from that of the modules, so
 * otherwise a package could fail on an older Node.js before the check names the required version.
 */
function checkNodeFirst(): Plugin {
  return {
    name: 'check-node-first',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        const check = CHECKED_ENTRIES[part.fileName];
        if (part.type === 'chunk' && check !== undefined) part.code = check + part.code;
      }
    },
  };
}

/** Refuses an import of a package that is no dependency: the bundler adds imports of its runtime for some syntax. */
function checkPackages(): Plugin {
  const isInstalled = (id: string): boolean => {
    const name = /^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
    return isBuiltin(id) || name in packageJson.dependencies || name in packageJson.peerDependencies;
  };
  return {
    name: 'check-packages',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        const wrong =
          part.type === 'chunk'
            ? [...part.imports, ...part.dynamicImports].find(
                (id) => /^[@\w]/.test(id) && !(id in bundle) && !isInstalled(id),
              )
            : undefined;
        if (wrong !== undefined)
          throw new Error(`${part.fileName} imports "${wrong}"; expected a dependency of the package or another file`);
      }
    },
  };
}

/** An import of a default export, of named members, or of both. */
const BUILTIN_IMPORT =
  /^import (?:(?:\* as )?(?<first>\w+))?(?:, )?(?<members>\{[^}]*\})? from "(?<name>node:[\w/]+)";$/gm;

const createAddFile =
  (context: PluginContext): AddFile =>
  (name, source) => {
    const reference = context.emitFile({ type: 'asset', fileName: name, source });
    return `import.meta.ROLLUP_FILE_URL_${reference}`;
  };

/** Adds entry points as modules of the bundle. */
const createAddEntry =
  (root: string) =>
  (context: PluginContext): AddEntry =>
  (path) => {
    const reference = context.emitFile({ type: 'chunk', id: join(root, path), fileName: nameEntry(path) });
    return `import.meta.ROLLUP_FILE_URL_${reference}`;
  };

/** Adds files that import the entry points of the ES modules: a worker loads either kind, and CommonJS has no top-level `await`. */
const addLinkToEntry =
  (context: PluginContext): AddEntry =>
  (path) =>
    createAddFile(context)(`commonjs/${basename(path, '.ts')}.mjs`, `import '../${nameEntry(path)}';\n`);

const nameEntry = (path: string): string => `conformance/${basename(path, '.ts')}.js`;
