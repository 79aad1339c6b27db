import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  compareReports,
  comparisons,
  histories,
  type ReportDocument,
  readHistory,
  readReport,
} from '../../../conformance/index.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';
import { readHistoryFiles } from './history.ts';
import type { ConformOptions } from './options.ts';
import { parseOutputs, writeOutputs } from './output.ts';

/** The action of `fleetkit conform compare`: two files, or the folder of `--history`. */
export function compare(command: Command, before: string | undefined, after: string | undefined): void {
  const refuse: Refuse = createRefuse(command);
  const options = command.optsWithGlobals<ConformOptions>();
  if (options.history !== undefined) {
    if (before !== undefined) refuse('expected either two reports or --history, not both');
    showHistory(options.history, options, refuse);
    return;
  }
  if (before === undefined || after === undefined) refuse('expected two reports, or --history DIR');
  const outputs = parseOutputs(options, comparisons, refuse);
  const comparison = compareReports(readReportFile(before, refuse), readReportFile(after, refuse));
  writeOutputs(outputs, (format, shown) => comparisons[format](comparison, shown), refuse);
  process.exitCode = comparison.exitCode;
}

function showHistory(folder: string, options: ConformOptions, refuse: Refuse): void {
  const outputs = parseOutputs(options, histories, refuse);
  const history = readHistory(readHistoryFiles(folder, refuse));
  writeOutputs(outputs, (format, shown) => histories[format](history, shown), refuse);
  process.exitCode = history.exitCode;
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
