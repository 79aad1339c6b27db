import { Ajv2020, type AnySchemaObject, type Options } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { factSchemas } from '../../../server/handlers/sandbox/state/fact-schemas.ts';
import { type ContractLocation, contractsByName } from '../../../server/http/contract/contract-paths.ts';
import { listValidatedGroups } from '../../../server/http/contract/contract-schemas.ts';
import type { AddFile } from './add-file.ts';
import { escapeBeyondAscii } from './escape-beyond-ascii.ts';

/*
 * Writes validators as code, so that nothing is compiled when a sandbox starts. The options are those of the modules that are
 * replaced: `server/http/check/schemas.ts` and `server/handlers/sandbox/state/fact-validators.ts`.
 *
 * The validators are CommonJS files, which a process loads when it first needs one. Together they are most of the code of the
 * server, and a process uses few of them.
 */

/** Returns a module that replaces `server/http/check/schemas.ts`. Adds a file for each group of schemas. */
export function writeContractValidators(addFile: AddFile): string {
  const ajv = createAjv({ allErrors: true, inlineRefs: false });
  for (const [name, document] of Object.entries(contractsByName)) ajv.addSchema(withoutTexts(document), name);
  const files = new Map<string, string>();
  const entries = listValidatedGroups().flatMap((places) => {
    const names = places.map((place, index) => [`v${index}`, formatReference(place)] as const);
    const file = nameFile(places, files);
    files.set(file, addFile(`validators/${file}`, writeFile(ajv, new Map(names))));
    return places.map((place, index) => [place.join('/'), [file, `v${index}`]] as const);
  });
  return `${writeLoader(files)}
const places = new Map(${JSON.stringify(entries)});
export const areSchemasCompiled = true;
export function compileAt(...place) {
  const found = places.get(place.join('/'));
  if (found === undefined) throw new Error('the build compiled no validator for ' + place.join('/'));
  const [file, name] = found;
  return loadFile(file)[name];
}
`;
}

/** Returns a module that replaces `server/handlers/sandbox/state/fact-validators.ts`. Adds a file. */
export function writeFactValidators(addFile: AddFile): string {
  const ajv = createAjv({ discriminator: true });
  const types = Object.keys(factSchemas);
  for (const [type, schema] of Object.entries(factSchemas)) ajv.addSchema(schema, type);
  const names = new Map(types.map((type, index) => [`v${index}`, type]));
  const file = 'facts.cjs';
  return `${writeLoader(new Map([[file, addFile(`validators/${file}`, writeFile(ajv, names))]]))}
const names = new Map(${JSON.stringify([...names].map(([name, type]) => [type, name]))});
export const exportedTypes = [...names.keys()];
export const getFactValidator = (type) => loadFile('${file}')[names.get(type)];
`;
}

/** Returns the file of a group, named by its first schema: `service-TransactionList.cjs`. */
function nameFile([first = []]: readonly ContractLocation[], taken: ReadonlyMap<string, string>): string {
  const base = `${first[0]}-${first.at(-1)}`.replaceAll(/[^\w-]+/g, '-');
  const names = [base, ...Array.from({ length: taken.size }, (_, index) => `${base}-${index + 2}`)];
  return `${names.find((name) => !taken.has(`${name}.cjs`))}.cjs`;
}

/** Returns the beginning of a module that loads files, given with expressions of their URLs. */
const writeLoader = (files: ReadonlyMap<string, string>): string => `import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
const loadUrl = createRequire(import.meta.url);
const urls = new Map([${[...files].map(([file, url]) => `['${file}', ${url}]`).join(',\n')}]);
const loadFile = (file) => loadUrl(fileURLToPath(urls.get(file)));
`;

function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, ...options, code: { source: true } });
  addFormats.default(ajv);
  return ajv;
}

/** Returns a CommonJS file that exports the validators of schemas by name. It has no characters beyond ASCII. */
const writeFile = (ajv: Ajv2020, references: ReadonlyMap<string, string>): string =>
  escapeBeyondAscii(standaloneCode.default(ajv, Object.fromEntries(references)));

function formatReference([contract = '', ...segments]: ContractLocation): string {
  const pointer = segments.map(
    (segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  );
  return `${contract}#${pointer.join('')}`;
}

/** Keywords that do not affect validation, which would make the code larger. */
const TEXT_KEYWORDS = new Set(['description', 'example', 'examples', 'summary', 'title']);

/** Members whose own members have names instead of keywords. */
const NAME_MEMBERS = new Set(['properties', 'paths', 'schemas', 'parameters', 'responses', 'headers', 'webhooks']);

/** Returns a copy without texts and without the members that this project adds. */
function withoutTexts(document: object): AnySchemaObject {
  const strip = (value: unknown, isNamed: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, false));
    if (value === null || typeof value !== 'object') return value;
    const kept = Object.entries(value).filter(
      ([name]) => isNamed || !(TEXT_KEYWORDS.has(name) || name.startsWith('x-')),
    );
    return Object.fromEntries(kept.map(([name, member]) => [name, strip(member, NAME_MEMBERS.has(name) && !isNamed)]));
  };
  return strip(document, false) as AnySchemaObject; // an object remains an object
}
