import { readFileSync, writeFileSync } from 'node:fs';
import {
  applyBaseline,
  type Baseline,
  type Check,
  findClosestName,
  parseBaseline,
  type RunResult,
  writeBaseline,
} from '../../../conformance/index.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { ConformOptions } from './options.ts';

/** Reads the baseline of accepted failures; `undefined` without `--baseline`. Reports a mistake in the file with its line. */
export function readBaseline(
  { baseline: file }: Pick<ConformOptions, 'baseline'>,
  checks: readonly Check[],
  refuse: Refuse,
): Baseline | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`the baseline "${file}" cannot be read`);
  }
  const ids = checks.map(({ id }) => id);
  const read = parseBaseline(text, ids, (name) => findClosestName(ids, name));
  return 'baseline' in read ? read.baseline : refuse(`the baseline "${file}":\n  ${read.problems.join('\n  ')}`);
}

/** Applies the known baseline to the result, as of now. With `--write-baseline`, writes the present failures first. */
export function applyBaselineOptions(
  found: RunResult,
  { known, writeBaseline: file }: Pick<ConformOptions, 'writeBaseline'> & { readonly known: Baseline | undefined },
  refuse: Refuse,
): RunResult {
  const result = known === undefined ? found : applyBaseline(found, known, Date.now());
  if (file === undefined) return result;
  try {
    writeFileSync(file, writeBaseline(result, known));
  } catch {
    refuse(`the baseline cannot be written to "${file}"`);
  }
  return result;
}
