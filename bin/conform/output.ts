import { writeFileSync } from 'node:fs';
import { nearestOf, type ReportFormat, type RunResult, reports } from '../../conformance/index.ts';
import type { Options } from './options.ts';
import type { Refuse } from './refuse.ts';

/** A report to be written, to a file or to the screen. */
export interface Output {
  readonly format: ReportFormat;
  readonly file?: string;
}

const FORMATS = Object.keys(reports) as ReportFormat[]; // the record's own keys

/** What `--format text --format html=report.html` and `--output` ask for. At most one report goes to the screen. */
export function outputsOf({ format = [], output }: Options, refuse: Refuse): readonly Output[] {
  const asked = (format.length === 0 ? ['text'] : format).map((text): Output => {
    const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
    const known = FORMATS.find((one) => one === name);
    if (known === undefined)
      return refuse(
        `there is no format "${name}"; did you mean ${nearestOf(FORMATS, name)}? There are ${FORMATS.join(', ')}`,
      );
    if (file === '') return refuse(`--format ${name}= names no file`);
    return file === undefined ? { format: known } : { format: known, file };
  });
  const toScreen = asked.filter(({ file }) => file === undefined);
  if (toScreen.length > 1)
    return refuse('only one format can go to the screen; give the others a file: --format junit=report.xml');
  if (output !== undefined && toScreen.length === 0)
    return refuse('--output is for a format without a file of its own');
  const outputs = asked.map((one) => (one.file === undefined && output !== undefined ? { ...one, file: output } : one));
  const files = outputs.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  return twice === undefined ? outputs : refuse(`two reports would be written to "${twice}"`);
}

/** Writes the reports, those to files first. */
export function writeReports(result: RunResult, outputs: readonly Output[], refuse: Refuse): void {
  const report = ({ format }: Output, colour: boolean) => reports[format](result, { colour });
  for (const output of outputs) {
    if (output.file === undefined) continue;
    try {
      writeFileSync(output.file, report(output, false));
    } catch {
      refuse(`the report cannot be written to "${output.file}"`);
    }
  }
  const screen = outputs.find(({ file }) => file === undefined);
  if (screen !== undefined) process.stdout.write(report(screen, process.stdout.isTTY && !process.env.NO_COLOR));
}
