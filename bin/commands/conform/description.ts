import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import type { RunResult } from '../../../conformance/index.ts';
import { formatJson } from '../shared/options/json-option.ts';
import type { Refuse } from '../shared/refuse.ts';

/** Writes the description of the target, as YAML if the name of the file ends so. A run that ended early has none. */
export function writeDescription(file: string, { description }: RunResult, refuse: Refuse): void {
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
}
