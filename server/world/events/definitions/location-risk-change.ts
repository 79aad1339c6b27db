import type { Cause } from '../../../../fixtures/model/causes.ts';
import { type Assessment, getRiskAt, listAssessmentsUntil } from '../../../../fixtures/terminals/risk.ts';
import { MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { RiskPolicy } from '../../rules/evaluation/default-policy.ts';
import { isQuietAt, listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import type { Severity } from '../../rules/incident.ts';
import type { TerminalStreams } from '../../rules/input/streams.ts';
import { type Happening, makeHappening } from '../../rules/point-event.ts';
import { makeLocationId } from '../../state/location-id.ts';
import {
  createCauseBase,
  createTriggerPlan,
  findTargetTerminal,
  type Setting,
  type TriggerOutcome,
} from '../planning/definition.ts';
import { createObstacle, isObstacles } from '../planning/obstacle.ts';
import type { PointEventDefinition, TerminalSpan } from './event-definition.ts';

/**
 * The risk of a location has changed: its band for several assessments, its score by far, or an incident was reported.
 * Always compared to the last report, so that a change is reported once.
 * @see gap events.conditions
 */
export const locationRiskChange: PointEventDefinition<'location_risk_change'> = {
  kind: 'point',
  rule: { evaluateTerminalSpan: findChanges },
  trigger: { about: 'terminal', usualMinutes: 1, provoke: assessRisk },
};

function findChanges({
  source,
  span: { fromMs, toMs },
  policy: { locationRiskChange: policy },
}: TerminalSpan): readonly Happening[] {
  const { seed, tenant, terminal } = source;
  const { terminalId, accountId } = terminal;
  const quiet = listTerminalQuietSpans(tenant, terminalId);
  const assessments = listAssessmentsUntil(source, toMs);
  const found: Happening[] = [];
  let emitted = assessments[0];
  let emittedMs = Number.NEGATIVE_INFINITY;
  for (const [index, assessment] of assessments.entries()) {
    const atMs = ceilToMinute(assessment.atMs);
    const latest = assessments.slice(Math.max(0, index + 1 - policy.assessmentsInBand), index + 1);
    if (emitted === undefined || atMs > toMs || !isChange(emitted, { now: assessment, latest }, policy)) continue;
    if (atMs - emittedMs < policy.rearmMinutes * MINUTE_MS || isQuietAt(quiet, atMs)) continue;
    if (atMs >= fromMs) {
      found.push(
        makeHappening(
          { seed, type: 'location_risk_change', about: terminalId, accountId, terminalId },
          { atMs, severity: toSeverity(emitted, assessment), ...describe(source, emitted, assessment) },
        ),
      );
    }
    emitted = assessment;
    emittedMs = atMs;
  }
  return found;
}

/** `latest` are the assessments that must agree on a band, newest last. */
function isChange(
  emitted: Assessment,
  { now, latest }: { readonly now: Assessment; readonly latest: readonly Assessment[] },
  { assessmentsInBand, scorePoints }: RiskPolicy,
): boolean {
  if (now.isReport || Math.abs(now.score - emitted.score) >= scorePoints) return true;
  return (
    now.band !== emitted.band && latest.length === assessmentsInBand && latest.every(({ band }) => band === now.band)
  );
}

/** @see gap events.severity */
function toSeverity(before: Assessment, now: Assessment): Severity {
  if (now.score < before.score) return 'low';
  return now.band === 'high' && before.band !== 'high' ? 'high' : 'medium';
}

function describe({ seed, terminal }: TerminalStreams['source'], before: Assessment, now: Assessment) {
  const drivers = now.drivers.map((driver) => driver.replaceAll('_', ' ')).join(', ');
  return {
    data: {
      locationId: makeLocationId(seed, terminal.terminalId),
      locationName: terminal.location.name,
      previousBand: before.band,
      newBand: now.band,
      previousScore: before.score,
      newScore: now.score,
      drivers: now.drivers,
      assessedAt: now.atMs,
    },
    title: `Site risk ${before.band === now.band ? now.band : `${before.band} → ${now.band}`} (${before.score} → ${now.score})`,
    summary: drivers === '' ? 'No risk factors.' : `Risk factors: ${drivers}.`,
  };
}

const HIGH_SCORE = 85;
const LOW_SCORE = 20;
const MOVES_POINTS = 15;

/** Reports an incident at the location. */
function assessRisk(
  setting: Setting,
  { score, driver, is_incident_report: isIncidentReport }: TriggerParameters<'location_risk_change'>,
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const before = getRiskAt(terminal.source, setting.nowMs).score;
  const wanted = score ?? (before >= HIGH_SCORE - MOVES_POINTS ? LOW_SCORE : HIGH_SCORE);
  if (!isIncidentReport && Math.abs(wanted - before) < MOVES_POINTS)
    return createObstacle(
      '/parameters/score',
      'invalid_value',
      `Expected ${MOVES_POINTS} points or more away from ${before}.`,
    );
  const cause: Cause = {
    ...createCauseBase(setting, terminal),
    type: 'risk_assessed',
    score: wanted,
    drivers: [driver],
    isIncidentReport,
  };
  return createTriggerPlan(setting, [cause], setting.nowMs);
}
