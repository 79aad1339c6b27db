import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { type Outputs, writeOrCheckFiles, writeStaleFiles } from '../base/generated-files.ts';
import { EVENT_LISTS_PATH, formatEventLists } from './event-lists.ts';
import { tabulateEnums, tabulateOperations, tabulateSandboxOperations } from './operation-tables.ts';
import { formatClauseTables, formatGapTables, formatRuleIds } from './rule-tables.ts';
import { readClauses, readGaps } from './rules.ts';
import { webhookVectors } from './webhook-vectors.ts';

/*
 * Generates `spec/generated/`, the test vectors of deliveries, `docs/clauses.md` and `docs/gaps.md` from the sources in this
 * folder.
 *
 *   node spec/generate.ts          writes changed files
 *   node spec/generate.ts --check  writes nothing, lists stale files, and exits with 1 if there are any
 */

const here = import.meta.dirname;
const root = dirname(here);

async function makeOutputs(): Promise<Outputs> {
  const eventLists = makeEventLists();
  // The contracts refer to this file.
  if (!process.argv.includes('--check')) writeStaleFiles(eventLists);
  const contract = addExamples(orderComponents(nameEvents(bundle('openapi.yaml'))));
  const sandbox = addResponseExamples(orderComponents(nameEvents(bundle('sandbox.yaml'))));
  const clauses = readClauses(readYaml('clauses.yaml'));
  const gaps = readGaps(readYaml('gaps.yaml'));
  return new Map([
    ...eventLists,
    ['spec/generated/openapi.json', `${JSON.stringify(contract)}\n`],
    ['spec/generated/operations.json', formatJson(tabulateOperations(contract))],
    ['spec/generated/enums.json', formatJson(tabulateEnums(contract))],
    ['spec/generated/sandbox-operations.json', formatJson(tabulateSandboxOperations(sandbox))],
    ['spec/generated/openapi.ts', await generateTypes(contract, 'openapi.yaml', true)],
    ['spec/generated/sandbox.json', `${JSON.stringify(removeUnusedSchemas(sandbox))}\n`],
    ['spec/generated/sandbox.ts', await generateTypes(sandbox, 'sandbox.yaml', false)],
    ['spec/generated/stream-messages.json', formatJson(collectStreamMessages(sandbox))],
    ['spec/generated/trigger-parameters.json', formatJson(collectParameters(sandbox, 'CauseParameters'))],
    ['spec/generated/outcome-parameters.json', formatJson(collectParameters(sandbox, 'OutcomeParameters'))],
    ['spec/generated/clause-ids.ts', formatRuleIds(clauses, gaps)],
    ['spec/webhook-vectors.json', formatJson(webhookVectors)],
    ['docs/clauses.md', formatClauseTables(clauses)],
    ['docs/gaps.md', formatGapTables(gaps)],
  ]);
}

const formatJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function makeEventLists(): Outputs {
  const { webhooks } = readYaml('openapi.yaml') as { readonly webhooks: object }; // redocly checks its form
  return new Map([[EVENT_LISTS_PATH, formatEventLists(Object.keys(webhooks))]]);
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Schema {
  readonly title?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Bundles a contract into one document. Throws with the message of redocly if a source is invalid. */
function bundle(source: string): Document {
  const directory = mkdtempSync(join(tmpdir(), 'contract-'));
  const output = join(directory, 'bundle.json');
  try {
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const run = spawnSync(
      process.execPath,
      [cli, 'bundle', join(here, source), '--output', output, '--config', join(here, 'redocly.yaml')],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    if (run.status !== 0) throw new Error(`redocly could not bundle ${source}\n${run.stdout}${run.stderr}`);
    return JSON.parse(readFileSync(output, 'utf8')) as Document; // redocly has just checked its form
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Renames the event schemas to their titles. redocly names a schema in a separate file after the file. */
function nameEvents(document: Document): Document {
  const renamed = Object.entries(document.components.schemas).flatMap(([name, { title }]) =>
    /^[a-z_]+$/.test(name) && title !== undefined ? [[name, title] as const] : [],
  );
  const text = renamed.reduce(
    (json, [name, title]) => json.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${title}"`),
    JSON.stringify(document),
  );
  const copy = JSON.parse(text) as Document; // what was serialised one line above
  const titles = new Map(renamed);
  const schemas = Object.entries(copy.components.schemas).map(([name, schema]) => [titles.get(name) ?? name, schema]);
  return { ...copy, components: { ...copy.components, schemas: Object.fromEntries(schemas) } };
}

/** Sorts components by name, so that a new reference does not move other components. */
function orderComponents(document: Document): Document {
  const sorted = (map: object): object =>
    Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  const components = Object.entries(document.components).map(([kind, entries]) => [kind, sorted(entries)]);
  return { ...document, components: sorted(Object.fromEntries(components)) as Document['components'] };
}

/**
 * Adds the examples of parameters that name objects of the fleets: `bin/dev/examples.ts` takes them from replies. Throws if
 * there is no such parameter.
 */
function addExamples<Contract extends object>(contract: Contract): Contract {
  const examples = new Map(Object.entries(readJson('examples/parameters.json')));
  const add = (id: string, parameter: object): void => {
    if (!examples.has(id)) return;
    Object.assign(parameter, { example: examples.get(id) });
    examples.delete(id);
  };
  const copy = structuredClone(contract);
  const { components, paths } = copy as unknown as ParametersOfContract; // redocly has checked its form
  for (const [name, parameter] of Object.entries(components.parameters)) add(name, parameter);
  for (const { operationId, parameters = [] } of Object.values(paths).flatMap((item) => Object.values(item)))
    for (const parameter of parameters) add(`${operationId}/${parameter.name}`, parameter);
  if (examples.size > 0) throw new Error(`there is no parameter ${[...examples.keys()].join(', ')}`);
  return copy;
}

/**
 * Adds the examples of responses to the control plane: `bin/dev/sandbox-examples.ts` takes them from replies. Throws if there is no such
 * operation.
 */
function addResponseExamples<Contract extends object>(contract: Contract): Contract {
  const examples = new Map<string, unknown>(Object.entries(readJson('sandbox-examples.json')));
  const copy = structuredClone(contract);
  const { paths } = copy as unknown as ResponsesOfContract; // redocly has checked its form
  for (const { operationId, responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
    const media = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.[
      'application/json'
    ];
    if (!examples.has(operationId) || media === undefined) continue;
    Object.assign(media, { example: examples.get(operationId) });
    examples.delete(operationId);
  }
  if (examples.size > 0) throw new Error(`there is no operation ${[...examples.keys()].join(', ')}`);
  return copy;
}

const readJson = (path: string): object => JSON.parse(readFileSync(join(here, path), 'utf8'));

interface ResponsesOfContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationWithResponses>>>>;
}

interface OperationWithResponses {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

interface ParametersOfContract {
  readonly components: { readonly parameters: Readonly<Record<string, object>> };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly operationId: string; readonly parameters?: readonly { readonly name?: string }[] }>
      >
    >
  >;
}

/**
 * Removes unreferenced schemas. Some are only used for types of the library or for exports; linters would report them as unused
 * components.
 */
function removeUnusedSchemas(document: Document): Document {
  const text = JSON.stringify(document);
  const { schemas } = document.components;
  const used = Object.entries(schemas).filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  const rest = { ...document, components: { ...document.components, schemas: Object.fromEntries(used) } };
  return used.length === Object.keys(schemas).length ? rest : removeUnusedSchemas(rest);
}

/** Returns the schemas of the event streams that the published document omits, because nothing references them there. */
function collectStreamMessages(document: Document): object {
  const published = removeUnusedSchemas(document).components.schemas;
  const isForTypes = (name: string): boolean => ['CauseParameters', 'OutcomeParameters'].includes(name);
  const used = Object.entries(document.components.schemas).filter(
    ([name]) => !isForTypes(name) && !(name in published),
  );
  return Object.fromEntries(used);
}

/** Returns the parameters to trigger each event or outcome: complete schemas by name. */
function collectParameters({ components }: Document, schemaName: 'CauseParameters' | 'OutcomeParameters'): object {
  const listParameters = ({ properties = {} }: Schema): object => mapValues(properties, resolveParameter);
  const resolveParameter = ({ $ref, ...own }: Schema): object => {
    const target = components.schemas[$ref?.split('/').at(-1) ?? ''];
    const found: Readonly<Record<string, unknown>> = { ...target, ...own };
    return Object.fromEntries(parameterKeywords.flatMap((word) => (word in found ? [[word, found[word]]] : [])));
  };
  return mapValues(components.schemas[schemaName]?.properties ?? {}, listParameters);
}

/** The keywords that parameters use, in the order of replies. */
const parameterKeywords = ['type', 'minimum', 'maximum', 'enum', 'pattern', 'default', 'description'] as const;

const mapValues = <Value>(values: Readonly<Record<string, Value>>, map: (value: Value) => object): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** `rootTypes`: whether to also generate a type with the name of each schema. */
async function generateTypes(document: Document, source: string, rootTypes: boolean): Promise<string> {
  const nodes = await openapiTypes(JSON.stringify(document), {
    immutable: true,
    rootTypes,
    rootTypesKeepCasing: true,
    rootTypesNoSchemaPrefix: true,
  });
  return `// Generated from spec/${source} by spec/generate.ts. Do not edit.\n\n${astToString(nodes)}`;
}

function readYaml(name: string): unknown {
  return parse(readFileSync(join(here, name), 'utf8'));
}

writeOrCheckFiles(await makeOutputs());
