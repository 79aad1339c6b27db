import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReportFormat, reports } from '../reports/index.ts';
import { sampleRun } from './sample-run.ts';

/*
 * Writes the report of the sample run in every format:
 *
 *   node conformance/testing/write-samples.ts FOLDER
 */

const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  text: 'txt',
  html: 'html',
  markdown: 'md',
  json: 'json',
  junit: 'xml',
  ctrf: 'ctrf.json',
  sarif: 'sarif',
  har: 'har',
  tap: 'tap',
  github: 'annotations',
};

const [, , folder = 'samples'] = process.argv;
mkdirSync(folder, { recursive: true });
const sample = await sampleRun();
for (const [format, report] of Object.entries(reports)) {
  const file = join(folder, `report.${ENDINGS[format as ReportFormat]}`); // a key of the table
  writeFileSync(file, report(sample));
  process.stdout.write(`${file}\n`);
}
