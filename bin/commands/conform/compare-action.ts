import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { compareReports, comparisons, type ReportDocument, readReport } from '../../../conformance/index.ts';
import type { ConformOptions } from './options.ts';
import { parseOutputs, writeOutputs } from './output.ts';
import { createRefuse, type Refuse } from './refuse.ts';

/** The action of `fleetkit conform compare`. */
export function compare(command: Command, before: string, after: string): void {
  const refuse = createRefuse(command);
  const outputs = parseOutputs(command.optsWithGlobals<ConformOptions>(), comparisons, refuse);
  const comparison = compareReports(readReportFile(before, refuse), readReportFile(after, refuse));
  writeOutputs(outputs, (format, options) => comparisons[format](comparison, options), refuse);
  process.exitCode = comparison.exitCode;
}

function readReportFile(file: string, refuse: Refuse): ReportDocument {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`"${file}" cannot be read`);
  }
  const read = readReport(text);
  return 'report' in read ? read.report : refuse(`"${file}": ${read.problem}`);
}
