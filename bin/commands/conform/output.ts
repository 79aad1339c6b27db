import { writeFileSync } from 'node:fs';
import { findClosestName, type ReportOptions } from '../../../conformance/index.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { ConformOptions } from './options.ts';

/** A report to be written, to a file or to the screen. */
export interface Output<Format extends string> {
  readonly format: Format;
  readonly file?: string;
}

/**
 * Returns the outputs that `--format` and `--output` request, from the formats in `writers`. At most one report goes to
 * standard output.
 */
export function parseOutputs<Format extends string>(
  { format: named = [], json, output }: Pick<ConformOptions, 'format' | 'json' | 'output'>,
  writers: Readonly<Record<Format, unknown>>,
  refuse: Refuse,
): readonly Output<Format>[] {
  const formats = Object.keys(writers) as Format[]; // the record's own keys
  const format = json === true ? [...named, 'json'] : named;
  const requested = (format.length === 0 ? ['text'] : format).map((text): Output<Format> => {
    const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
    const known = formats.find((one) => one === name);
    if (known === undefined)
      return refuse(
        `no format "${name}"; did you mean ${findClosestName(formats, name)}? Expected one of ${formats.join(', ')}`,
      );
    if (file === '') return refuse(`--format ${name}= has no file name; expected --format ${name}=FILE`);
    return file === undefined ? { format: known } : { format: known, file };
  });
  const toScreen = requested.filter(({ file }) => file === undefined);
  if (toScreen.length > 1)
    return refuse('only one format can go to standard output; give the others a file: --format junit=report.xml');
  if (output !== undefined && toScreen.length === 0) return refuse('--output needs a --format without =FILE');
  const outputs = requested.map((one) =>
    one.file === undefined && output !== undefined ? { ...one, file: output } : one,
  );
  const files = outputs.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  return twice === undefined ? outputs : refuse(`two reports would be written to "${twice}"`);
}

/** Writes the reports, files first. Passes colour and width to `write` if standard output is a terminal. */
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
  if (screen !== undefined) process.stdout.write(write(screen.format, readScreenOptions(process.stdout)));
}

/** Returns the terminal's width, and colour unless `NO_COLOR` is set; no options if it is not a terminal. */
const readScreenOptions = ({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): ReportOptions =>
  isTTY ? { colour: !process.env.NO_COLOR, width: columns } : {};
