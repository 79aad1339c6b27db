import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { neutralised, type RunResult } from '../../../conformance/index.ts';
import { formatJson } from '../shared/options/json-option.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { ConformOptions } from './options.ts';

/** Writes the description of the target, as YAML if the name of the file ends so. A run that ended early has none. */
export function writeDescription(
  { describe: file, quiet }: Pick<ConformOptions, 'describe' | 'quiet'>,
  { description }: RunResult,
  refuse: Refuse,
): void {
  if (file === undefined) return;
  if (description === undefined) {
    process.stderr.write(`fleetkit: no description was written to ${file}, because the run ended early\n`);
    return;
  }
  const text = /\.ya?ml$/.test(file)
    ? stringify(description, { lineWidth: 120, aliasDuplicateObjects: false })
    : formatJson(description);
  try {
    writeFileSync(file, text);
  } catch {
    refuse(`the description cannot be written to "${file}"`);
  }
  if (quiet !== true) process.stderr.write(`fleetkit: wrote ${file}${summarise(description)}\n`);
}

/** Counts the parts that the published document does not declare. */
function summarise(description: NonNullable<RunResult['description']>): string {
  const { undeclared } = description['x-seen'] as { readonly undeclared?: readonly string[] }; // as the description was created
  if (undeclared === undefined) return '; the target publishes no readable document';
  const [first] = undeclared;
  if (first === undefined) return '; the published document declares everything in it';
  return `; the published document does not declare ${undeclared.length} of its parts, such as: ${neutralised(first)}`;
}
