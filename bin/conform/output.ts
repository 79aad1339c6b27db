import { writeFileSync } from 'node:fs';
import { nearestOf, type ReportOptions } from '../../conformance/index.ts';
import type { Options } from './options.ts';
import type { Refuse } from './refuse.ts';

/** A report to be written, to a file or to the screen. */
export interface Output<Format extends string> {
  readonly format: Format;
  readonly file?: string;
}

/**
 * What `--format text --format html=report.html` and `--output` ask for, of the formats that `writers` has. At most one
 * report goes to the screen.
 */
export function outputsOf<Format extends string>(
  { format = [], output }: Pick<Options, 'format' | 'output'>,
  writers: Readonly<Record<Format, unknown>>,
  refuse: Refuse,
): readonly Output<Format>[] {
  const formats = Object.keys(writers) as Format[]; // the record's own keys
  const asked = (format.length === 0 ? ['text'] : format).map((text): Output<Format> => {
    const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
    const known = formats.find((one) => one === name);
    if (known === undefined)
      return refuse(
        `there is no format "${name}"; did you mean ${nearestOf(formats, name)}? There are ${formats.join(', ')}`,
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

/** Writes what `write` makes, to files first. On a terminal it is told of colour and width. */
export function writeOutputs<Format extends string>(
  outputs: readonly Output<Format>[],
  write: (format: Format, options: ReportOptions) => string,
  refuse: Refuse,
): void {
  for (const { format, file } of outputs) {
    if (file === undefined) continue;
    try {
      writeFileSync(file, write(format, {}));
    } catch {
      refuse(`the report cannot be written to "${file}"`);
    }
  }
  const screen = outputs.find(({ file }) => file === undefined);
  if (screen !== undefined) process.stdout.write(write(screen.format, screenOptions(process.stdout)));
}

/** How to write to a terminal: in its width and, unless `NO_COLOR` is set, in colour; plainly to everything else. */
const screenOptions = ({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): ReportOptions =>
  isTTY ? { colour: !process.env.NO_COLOR, width: columns } : {};
