import { writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import schema from '../../../fixtures/own/generated/fleet.schema.json' with { type: 'json' };
import { formatJson } from '../shared/options/json-option.ts';

/** Ends the command with a message. */
export type Refuse = (message: string) => never;

export const fleetSchemaText = formatJson(schema);

/** The comment with which editors find the schema. */
export const SCHEMA_COMMENT = '# yaml-language-server: $schema=./fleet.schema.json';

/** Returns the text of a fleet file; as JSON, without its comments. */
export const formatFleetText = (yaml: string, json: true | undefined): string =>
  json === true ? formatJson(parse(yaml)) : yaml;

/** Writes a text to a new file, and prints its name; undefined is standard output. */
export function writeOutput(file: string | undefined, text: string, refuse: Refuse): void {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text, { flag: 'wx' });
    process.stdout.write(`Wrote ${file}.\n`);
  } catch (thrown) {
    const exists = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
    refuse(exists ? `"${file}" already exists; choose another file, or remove it` : `"${file}" cannot be written`);
  }
}
