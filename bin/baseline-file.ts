import { readFileSync } from 'node:fs';
import { type Baseline, checks, nearestId, parseBaseline } from '../conformance/index.ts';

/** The baseline in a file; refuses a file that cannot be read, and one with a mistake, which it names with its line. */
export function baselineIn(file: string, refuse: (message: string) => never): Baseline {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`the baseline "${file}" cannot be read`);
  }
  const ids = checks.map(({ id }) => id);
  const read = parseBaseline(text, ids, (name) => nearestId(checks, name));
  return 'baseline' in read ? read.baseline : refuse(`the baseline "${file}":\n  ${read.problems.join('\n  ')}`);
}
