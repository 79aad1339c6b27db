import { join } from 'node:path';
import ts from 'typescript';
import { generateSchema } from 'typescript-json-schema';
import { writeOrCheckFiles } from '../../base/generated-files.ts';
import { toSnakeName } from '../../fixtures/own/member-case.ts';

/*
 * Generates the JSON Schema of fleet files from the type `FleetFile`.
 *
 *   node bin/dev/fleet-schema.ts          writes the changed file
 *   node bin/dev/fleet-schema.ts --check  writes nothing, lists the file if it is stale, and exits with 1
 */

const root = join(import.meta.dirname, '../..');
const SOURCE = 'fixtures/own/fleet-file.ts';
const OUTPUT = 'fixtures/own/generated/fleet.schema.json';

function makeSchema(): object {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([join(root, SOURCE)], options);
  const schema = generateSchema(program, 'FleetFile', {
    required: true,
    noExtraProps: true,
    ref: false,
    ignoreErrors: true,
  });
  if (schema === null) throw new Error(`there is no type FleetFile in ${SOURCE}`);
  return { title: 'A fleet of fleetkit', ...(renameProperties(schema) as object) };
}

/** Renames the members that a schema declares, not the keywords of the schema. */
function renameProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(renameProperties);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties')
        return [
          keyword,
          Object.fromEntries(
            Object.entries(value as object).map(([name, one]) => [toSnakeName(name), renameProperties(one)]),
          ),
        ];
      if (keyword === 'required') return [keyword, (value as readonly string[]).map(toSnakeName)];
      return [keyword, ['enum', 'const', 'default', 'examples'].includes(keyword) ? value : renameProperties(value)];
    }),
  );
}

writeOrCheckFiles(new Map([[OUTPUT, `${JSON.stringify(makeSchema(), null, 2)}\n`]]));
