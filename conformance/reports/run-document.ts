import type { RunResult } from '../engine/results/result.ts';
import type { CaseDocument } from './cases/case-document.ts';
import { reportCheck } from './cases/check-case.ts';
import { listNotes } from './parts/notes.ts';
import { countChecksBySection, formatChoice, formatCoverage } from './parts/sections.ts';

/** Returns what the reports for CI servers contain: one case for each check. Choices are properties. */
export const documentRun = (result: RunResult): CaseDocument => ({
  name: 'fleetkit conform',
  kitVersion: result.kitVersion,
  startedAtMs: Date.parse(result.startedAt),
  durationMs: result.durationMs,
  cases: result.results.map((check) => reportCheck(check)),
  properties: (result.choices ?? []).map((choice) => ({ name: `choice.${choice.id}`, value: formatChoice(choice) })),
  notes: [
    `${result.target}: exit ${result.exitCode}, ${result.exitReason}`,
    countChecksBySection(result).join(', '),
    formatCoverage(result),
    listNotes(result).join(', '),
    ...(result.baseline ?? [])
      .filter(({ state }) => state !== 'excused')
      .map(({ check, state, note: why }) => `baseline: ${check} is ${state}, ${why}`),
  ],
});
