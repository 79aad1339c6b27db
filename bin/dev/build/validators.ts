import { Ajv2020, type AnySchemaObject, type Options } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { factSchemas } from '../../../server/handlers/sandbox/fact-schemas.ts';
import { type ContractLocation, contractsByName } from '../../../server/http/pipeline/contract-paths.ts';
import { listValidatedPlaces } from '../../../server/http/pipeline/contract-schemas.ts';

/*
 * Writes validators as code, so that nothing is compiled when a sandbox starts. The options are those of the modules that are
 * replaced: `server/http/reply/schemas.ts` and `server/handlers/sandbox/fact-validators.ts`.
 */

/** Returns a module that replaces `server/http/reply/schemas.ts`. */
export function writeContractValidators(): string {
  const ajv = createAjv({ allErrors: true, inlineRefs: false });
  for (const [name, document] of Object.entries(contractsByName)) ajv.addSchema(withoutTexts(document), name);
  const places = listValidatedPlaces();
  return `${writeModule(ajv, places.map(formatReference))}
const validators = new Map([${places.map((place, index) => `[${JSON.stringify(place.join('/'))}, v${index}]`).join(',\n')}]);
export function compileAt(...place) {
  const validate = validators.get(place.join('/'));
  if (validate === undefined) throw new Error('the build compiled no validator for ' + place.join('/'));
  return validate;
}
`;
}

/** Returns a module that replaces `server/handlers/sandbox/fact-validators.ts`. */
export function writeFactValidators(): string {
  const ajv = createAjv({ discriminator: true });
  const types = Object.keys(factSchemas);
  for (const [type, schema] of Object.entries(factSchemas)) ajv.addSchema(schema, type);
  return `${writeModule(ajv, types)}
const validators = new Map([${types.map((type, index) => `[${JSON.stringify(type)}, v${index}]`).join(', ')}]);
export const exportedTypes = [...validators.keys()];
export const getFactValidator = (type) => validators.get(type);
`;
}

function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, ...options, code: { source: true, esm: true } });
  addFormats.default(ajv);
  return ajv;
}

/** Returns the code of the validators with the names `v0`, `v1` and so on, in the order of `references`. */
function writeModule(ajv: Ajv2020, references: readonly string[]): string {
  const names = Object.fromEntries(references.map((reference, index) => [`v${index}`, reference]));
  const code = standaloneCode.default(ajv, names).replace('"use strict";', '');
  return addImports(code.replaceAll('export const v', 'const v'));
}

/** Replaces each `require(...)` by an import, because the code is an ES module. */
function addImports(code: string): string {
  const imports = new Map<string, string>();
  const body = code.replace(/require\("([^"]+)"\)/g, (_, specifier: string) => {
    const name = imports.get(specifier) ?? `imported${imports.size}`;
    imports.set(specifier, name);
    return name;
  });
  return [...imports].map(([specifier, name]) => `import ${name} from '${specifier}.js';\n`).join('') + body;
}

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
