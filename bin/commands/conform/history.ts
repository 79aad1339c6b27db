import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HistoryFile, type RunResult, reports } from '../../../conformance/index.ts';
import type { Refuse } from '../shared/refuse.ts';

/** A larger file is no report of the kit. */
const MOST_BYTES = 256 * 2 ** 20;

/** Creates the folder of a history, before the run whose report it gets. */
export function openHistory(folder: string | undefined, refuse: Refuse): void {
  if (folder === undefined) return;
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    refuse(`the folder "${folder}" of --history cannot be created`);
  }
}

/** Adds the JSON report of a run to a history. A process that ends meanwhile leaves no part of a report. */
export function addToHistory(folder: string | undefined, result: RunResult, refuse: Refuse): void {
  if (folder === undefined) return;
  const file = join(folder, `${result.startedAt.replaceAll(':', '-')}.json`);
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, reports.json(result));
    renameSync(unfinished, file);
  } catch {
    refuse(`the report cannot be written to the folder "${folder}" of --history`);
  }
}

/** Returns the JSON files of a history. Those that cannot be read have no text, so that they are listed as skipped. */
export function readHistoryFiles(folder: string, refuse: Refuse): HistoryFile[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return refuse(`the folder "${folder}" cannot be read`);
  }
  return names.sort().map((name) => {
    const file = join(folder, name);
    try {
      return { name, text: statSync(file).size > MOST_BYTES ? '' : readFileSync(file, 'utf8') };
    } catch {
      return { name, text: '' };
    }
  });
}
