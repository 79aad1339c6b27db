import type { RunResult } from '../engine/results/result.ts';
import { reportCheck } from './cases/check-case.ts';
import { formatJunit } from './cases/junit.ts';
import { listNotes } from './parts/notes.ts';
import { countChecksBySection, formatChoice, formatCoverage } from './parts/sections.ts';

/** The report for CI servers: one suite for each topic, one case for each check. Choices are properties of the first suite. */
export const formatJunitReport = (result: RunResult): string =>
  formatJunit({
    name: 'fleetkit conform',
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
