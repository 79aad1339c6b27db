import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { contract } from '../../../spec/contract.ts';
import type { Contract } from '../../../spec/contract-document.ts';
import { writeOutput } from '../fleet/output.ts';
import { readSandboxBase, reportFailure } from '../shared/client.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { buildCollection, type Collection, type CollectionTarget, listExampleIds } from './collection.ts';
import { EXPORTS, type ExportName, type SpecOptions } from './options.ts';

/** The key of the first administrator of the default fleet, whose ids the examples of the contract name. It is published. */
const DEFAULT_KEY = 'sbx-northway-admin';

/** The action of `fleetkit spec`: prints a contract or an export. */
export async function writeSpec(options: SpecOptions, command: Command): Promise<void> {
  await reportFailure(async () => {
    if (options.bruno !== undefined) {
      const { formatBruno } = await import('./bruno.ts');
      writeFolder(options.bruno, formatBruno(await collect(options)), command);
      return;
    }
    writeOutput(options.output, await formatSpec(options), (message) =>
      command.error(`error: ${message}`, { exitCode: 2 }),
    );
  });
}

/** Returns the text of the file that the options select. */
async function formatSpec(options: SpecOptions): Promise<string> {
  const name = (Object.keys(EXPORTS) as ExportName[]).find((one) => options[one] !== undefined); // its own keys
  switch (name) {
    case 'postman':
      return formatJson((await import('./postman.ts')).formatPostman(await collect(options)));
    case 'http':
      return (await import('./http-file.ts')).formatHttpFile(await collect(options));
    case 'types':
      return (await import('./declarations-file.ts')).readDeclarations(
        options.sandbox === true ? 'sandbox' : 'openapi',
      );
    case 'arazzo':
      return formatDocument((await import('./arazzo.ts')).buildArazzo(contract, await chooseTarget(options)), options);
    case 'asyncapi':
      return formatDocument((await import('./asyncapi.ts')).buildAsyncApi(contract, readSandboxBase(options)), options);
    default:
      return formatDocument(await loadDocument(options), options);
  }
}

async function formatDocument(document: object, { yaml }: SpecOptions): Promise<string> {
  if (yaml !== true) return formatJson(document);
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1' }); // many parsers support only YAML 1.1
}

/** Loads only the requested contract. */
async function loadDocument(options: SpecOptions): Promise<object> {
  const document = await loadContract(options);
  return options.url === undefined
    ? document
    : { ...document, servers: [{ url: readSandboxBase(options), description: 'A sandbox.' }] };
}

async function loadContract(options: SpecOptions): Promise<object> {
  if (options.sandbox === true) return (await import('../../../spec/sandbox-document.ts')).sandboxContract;
  if (options.public !== true) return contract;
  const { extractPublicDocument } = await import('../../../server/handlers/catalog/public-document.ts');
  return extractPublicDocument(contract as unknown as Parameters<typeof extractPublicDocument>[0]);
}

const collect = async (options: SpecOptions): Promise<Collection> =>
  buildCollection(contract, await chooseTarget(options));

/** Reads the target of an export, if there is a key; otherwise it is the default fleet. */
async function chooseTarget({ url, key }: SpecOptions): Promise<CollectionTarget> {
  if (key !== undefined) return (await import('./read-target.ts')).readTarget(contract, url, key);
  return {
    baseUrl: readSandboxBase({ ...(url !== undefined && { url }) }),
    apiKey: DEFAULT_KEY,
    ids: listExampleIds(contract as Contract),
  };
}

/** Writes the files of a new folder. */
function writeFolder(folder: string, files: ReadonlyMap<string, string>, command: Command): void {
  const refuse = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
  try {
    mkdirSync(dirname(join(folder, '.')), { recursive: true });
    mkdirSync(folder);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { flag: 'wx' });
    }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException; // thrown by node:fs
    if (code === 'EEXIST') refuse(`${folder} exists already. Expected a new folder; name another one`);
    refuse(`${folder} cannot be written (${code}). Expected a folder in a place that you may write to`);
  }
  process.stdout.write(`Wrote ${files.size} files to ${folder}.\n`);
}
