import { type Cause, causesOfType } from '../../../fixtures/model/causes.ts';
import { readCutoff } from '../../../fixtures/model/plan.ts';
import { findPayee } from '../../../fixtures/settlements/payees.ts';
import { DERIVED_AFTER_CUTOFF_MS } from '../../../fixtures/settlements/settlement-timing.ts';
import { commandsBetween } from '../../../fixtures/terminals/commands.ts';
import { defaultNoticeSchedule } from '../../../fixtures/terminals/compliance.ts';
import { jobsBetween } from '../../../fixtures/terminals/provisioning.ts';
import { riskAt } from '../../../fixtures/terminals/risk.ts';
import { addDays, cutoffInstant, findBusinessDate, localDateAt, toInstant } from '../../../fixtures/time/calendar.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { type CommandType, type ComplianceItemType, type RiskDriver, valuesOf } from '../../../spec/index.ts';
import { accountPapers, terminalPapers } from '../rules/compliance-expiration.ts';
import { getPolicy } from '../rules/evaluation/default-policy.ts';
import type { Incident } from '../rules/index.ts';
import { businessDatesAt } from '../scope/business-dates.ts';
import type { Terminal } from '../state/tenant.ts';
import { sandboxMs } from '../state/time.ts';
import {
  alreadyOpen,
  causeAt,
  defineTrigger,
  findTargetTerminal,
  type Setting,
  showsAccount,
  type TriggerOutcome,
  triggerPlan,
  withInjectedCauses,
} from './definition.ts';
import { isObstacles, type Obstacle, obstacle } from './obstacle.ts';

const itemTypes: readonly ComplianceItemType[] = valuesOf('ComplianceItemType');
const NOTICE_AT = defaultNoticeSchedule.atLocal;
/** Validity of a renewed document. */
const RENEWED_DAYS = 730;

/** Sets the expiry date of a compliance item so that a notice is due. */
export const complianceExpirationTrigger = defineTrigger({
  about: 'account',
  parameters: {
    item_type: {
      type: 'string',
      enum: itemTypes,
      description: 'Compliance item. Default: the agreement with the site, or the insurance of a company.',
    },
    days_before: {
      type: 'integer',
      enum: [...defaultNoticeSchedule.daysBefore, -defaultNoticeSchedule.everyDaysAfter],
      default: 30,
      description: 'Number of days before the last day at which the notice is sent; negative after it.',
    },
  },
  provoke(setting, { item_type: itemType, days_before: daysBefore }) {
    const paper = findPaper(setting, itemType);
    if (isObstacles(paper)) return paper;
    const open = openPaper(setting, paper, paper.itemType);
    if (open !== undefined) return alreadyOpen(open);
    const today = localDateAt(paper.zone, setting.nowMs);
    const isToday = toInstant(paper.zone, today, NOTICE_AT) > setting.nowMs;
    const date = isToday ? today : addDays(today, 1);
    return makeDatedCause(setting, paper, addDays(date, daysBefore), toInstant(paper.zone, date, NOTICE_AT));
  },
  resolve(setting) {
    const paper = findPaper(setting, undefined);
    if (isObstacles(paper)) return paper;
    const open = openPaper(setting, paper);
    const itemType = open === undefined ? paper.itemType : getItemType(open);
    const expiresDate = addDays(localDateAt(paper.zone, setting.nowMs), RENEWED_DAYS);
    return makeDatedCause(setting, { ...paper, itemType }, expiresDate, setting.nowMs);
  },
});

interface Paper {
  readonly accountId: string;
  /** Undefined for a company document. */
  readonly terminal: Terminal | undefined;
  readonly itemType: ComplianceItemType;
  readonly zone: string;
}

function findPaper(setting: Setting, itemType: ComplianceItemType | undefined): Paper | readonly Obstacle[] {
  const { triggerContext, target } = setting;
  if (target.terminalId !== undefined) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { accountId, location } = terminal.fixture;
    return { accountId, terminal, itemType: itemType ?? 'merchant_agreement', zone: location.timezone };
  }
  const account = triggerContext.accounts.find(({ accountId }) => accountId === target.accountId);
  if (target.accountId === undefined || account === undefined)
    return obstacle(
      '/account_id',
      target.accountId === undefined ? 'missing_target' : 'unknown_target',
      'Expected the id of a terminal or an account.',
    );
  return {
    accountId: account.accountId,
    terminal: undefined,
    itemType: itemType ?? 'insurance_certificate',
    zone: account.timezone,
  };
}

function makeDatedCause(
  { triggerContext, nowMs }: Setting,
  { accountId, terminal, itemType }: Paper,
  expiresDate: string,
  firesMs: number,
): TriggerOutcome {
  const causeId = triggerContext.newId('cau');
  const cause: Cause = {
    type: 'paper_dated',
    causeId,
    atMs: nowMs,
    terminalId: terminal?.terminalId ?? null,
    accountId,
    itemType,
    expiresDate,
  };
  return triggerPlan({ triggerContext, nowMs, target: {} }, [cause], firesMs);
}

const emittedMs = ({ moments }: Incident): number => moments.at(-1)?.atMs ?? 0;

/** Returns the open document with the latest notice. */
function openPaper(
  { triggerContext, nowMs }: Setting,
  { terminal, accountId }: Paper,
  itemType?: ComplianceItemType,
): Incident | undefined {
  const span = { fromMs: HISTORY_START_MS, toMs: nowMs };
  const schedule = getPolicy(triggerContext.tenant).complianceExpiration;
  const emitted =
    terminal === undefined
      ? accountPapers(triggerContext, accountId, span, schedule)
      : terminalPapers(terminal.source, span, schedule);
  return emitted
    .filter(
      (incident) => incident.resolvedAtMs === null && (itemType === undefined || getItemType(incident) === itemType),
    )
    .toSorted((a, b) => emittedMs(a) - emittedMs(b))
    .at(-1);
}

const getItemType = ({ moments }: Incident): ComplianceItemType => moments.at(-1)?.data.itemType as ComplianceItemType; // set by the rule

const drivers: readonly RiskDriver[] = valuesOf('RiskDriver');
const HIGH_SCORE = 85;
const LOW_SCORE = 20;
const MOVES_POINTS = 15;

/** Reports an incident at the location. */
export const locationRiskChangeTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    score: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: 'The new score. Default: far from the old one.',
    },
    driver: { type: 'string', enum: drivers, default: 'smash_and_grab_nearby', description: 'Risk factors behind it.' },
    is_incident_report: {
      type: 'boolean',
      default: true,
      description: 'Whether it is reported at once, as an incident.',
    },
  },
  provoke(setting, { score, driver, is_incident_report: isIncidentReport }) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const before = riskAt(terminal.source, setting.nowMs).score;
    const wanted = score ?? (before >= HIGH_SCORE - MOVES_POINTS ? LOW_SCORE : HIGH_SCORE);
    if (!isIncidentReport && Math.abs(wanted - before) < MOVES_POINTS)
      return obstacle(
        '/parameters/score',
        'invalid_value',
        `Expected ${MOVES_POINTS} points or more away from ${before}.`,
      );
    const cause: Cause = {
      ...causeAt(setting, terminal),
      type: 'risk_assessed',
      score: wanted,
      drivers: [driver],
      isIncidentReport,
    };
    return triggerPlan(setting, [cause], setting.nowMs);
  },
  resolve: undefined,
});

const commandTypes: readonly CommandType[] = valuesOf('CommandType');

/** Queues a command that fails. */
export const commandFailedTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    command_type: { type: 'string', enum: commandTypes, default: 'reboot', description: 'Kind of command.' },
    outcome: {
      type: 'string',
      enum: ['failed', 'rejected', 'expired'],
      default: 'failed',
      description: 'Final state.',
    },
  },
  provoke(setting, { command_type: commandType, outcome }) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { nowMs } = setting;
    const cause: Cause = { ...causeAt(setting, terminal), type: 'command_queued', commandType, outcome };
    const run = commandsBetween(withInjectedCauses(terminal, [cause]).source, nowMs, nowMs + 1).at(-1);
    return triggerPlan(setting, [cause], run?.steps.at(-1)?.atMs ?? nowMs);
  },
  resolve: undefined,
});

/** Starts a provisioning job that fails. */
export const provisioningFailedTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    outcome: { type: 'string', enum: ['failed', 'rolled_back'], default: 'failed', description: 'Final state.' },
  },
  provoke(setting, { outcome }) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { nowMs } = setting;
    const cause: Cause = { ...causeAt(setting, terminal), type: 'job_started', outcome };
    const job = jobsBetween(withInjectedCauses(terminal, [cause]).source, nowMs, nowMs + 1).at(-1);
    return triggerPlan(setting, [cause], job?.steps.at(-1)?.atMs ?? nowMs);
  },
  resolve: undefined,
});

/** Makes a terminal's own totals of a business date differ from the ledger, so that its batch is held when derived. */
export const settlementMismatchTrigger = defineTrigger({
  about: 'terminal',
  parameters: {
    variance_cents: {
      type: 'integer',
      minimum: -10_000_000,
      maximum: 10_000_000,
      default: -6000,
      description: 'Variance in cents; not 0.',
    },
    business_date: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'Business date. Default: the next one that is derived.',
    },
  },
  provoke(setting, { variance_cents: cents, business_date: wantedDate }) {
    if (cents === 0) return obstacle('/parameters/variance_cents', 'invalid_value', 'Expected a number other than 0.');
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { tenant } = setting.triggerContext;
    const { nowMs } = setting;
    const accountId = findPayee(terminal.fixture, 'vaultCash');
    if (!showsAccount(setting.triggerContext, accountId))
      return obstacle(
        '/terminal_id',
        'unknown_target',
        'Expected a terminal whose cash is paid to an account that you can see.',
      );
    const businessDate = wantedDate ?? nextDerivedDate(setting, accountId);
    const cause: Cause = {
      ...causeAt(setting, terminal),
      type: 'terminal_totals_off',
      accountId,
      businessDate,
      cents,
    };
    const cutoffMs = cutoffInstant(readCutoff(tenant), businessDate);
    if (isReleased(setting, accountId, businessDate))
      return obstacle('/parameters/business_date', 'invalid_value', 'Expected a date whose batch is not released yet.');
    if (isByHand(setting, businessDate)) return derivedByHand(setting, cause, cutoffMs);
    const derivedMs = cutoffMs + DERIVED_AFTER_CUTOFF_MS + MINUTE_MS;
    if (derivedMs - MINUTE_MS <= nowMs)
      return obstacle('/parameters/business_date', 'invalid_value', 'Expected a date whose batch is not derived yet.');
    return triggerPlan(setting, [cause], derivedMs);
  },
  /** Corrects the totals. A user must derive the batch again. */
  resolve(setting) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const off = causesOfType(terminal.source.causes ?? [], 'terminal_totals_off').at(-1);
    if (off === undefined || off.cents === 0)
      return obstacle('/terminal_id', 'nothing_to_resolve', 'Expected a terminal with injected wrong totals.');
    if (isReleased(setting, off.accountId, off.businessDate))
      return obstacle('/terminal_id', 'nothing_to_resolve', `The batch of ${off.businessDate} is released.`);
    const cause: Cause = { ...off, ...causeAt(setting, terminal), cents: 0 };
    return derivedByHand(setting, cause, cutoffInstant(readCutoff(setting.triggerContext.tenant), off.businessDate));
  },
});

function derivedByHand(
  setting: Setting,
  cause: Extract<Cause, { type: 'terminal_totals_off' }>,
  cutoffMs: number,
): TriggerOutcome {
  const { accountId, businessDate } = cause;
  const followUp = { operationId: 'deriveSettlements', accountId, businessDate } as const;
  return triggerPlan(setting, [cause], Math.max(setting.nowMs, cutoffMs), followUp);
}

/** Whether a batch with that cash can no longer be derived again. */
function isReleased({ triggerContext }: Setting, accountId: string, businessDate: string): boolean {
  return triggerContext
    .batches()
    .some(
      ({ batch, state }) =>
        batch.accountId === accountId &&
        batch.businessDate === businessDate &&
        !['derived', 'held', 'canceled', 'rejected'].includes(state.status),
    );
}

function isByHand({ triggerContext }: Setting, businessDate: string): boolean {
  const { byHandFrom } = triggerContext.tenant.settlement;
  return byHandFrom !== null && businessDate >= byHandFrom;
}

/** Returns the business date that is open now or, where users derive batches, the latest derivable one. */
function nextDerivedDate(setting: Setting, accountId: string): string {
  const { tenant } = setting.triggerContext;
  const { lastClosed } = businessDatesAt(tenant, sandboxMs(setting.nowMs));
  const isLeft = isByHand(setting, lastClosed) && !isReleased(setting, accountId, lastClosed);
  return isLeft ? lastClosed : findBusinessDate(readCutoff(tenant), setting.nowMs);
}
