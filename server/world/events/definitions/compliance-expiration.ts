import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { NoticeSchedule } from '../../../../fixtures/model/policy.ts';
import { getAccount } from '../../../../fixtures/settlements/payees.ts';
import {
  defaultNoticeSchedule,
  type FiledPaper,
  isRenewal,
  listFiledPapers,
  listNotices,
  type Notice,
  type PaperVersion,
} from '../../../../fixtures/terminals/compliance.ts';
import { addDays, countDaysBetween, getLocalDate, toInstant } from '../../../../fixtures/time/calendar.ts';
import type { ComplianceItemType } from '../../../../spec/index.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import { listAccountQuietSpans, listTerminalQuietSpans, skipQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import {
  type Incident,
  type IncidentChange,
  type IncidentCourse,
  makeIncident,
  type Severity,
} from '../../rules/incident.ts';
import type { EvaluatedSpan } from '../../rules/input/streams.ts';
import type { Terminal } from '../../state/tenant.ts';
import {
  createAlreadyOpenObstacle,
  createTriggerPlan,
  findTargetTerminal,
  readPolicy,
  type Setting,
  type TriggerOutcome,
} from '../planning/definition.ts';
import { createObstacle, isObstacles, type Obstacle } from '../planning/obstacle.ts';
import type { AccountSpan, IncidentDefinition, TerminalSpan } from './event-definition.ts';

/**
 * A compliance item of a terminal or an account expires or has expired. The first notice opens the incident; each later
 * one escalates it.
 * @see gap events.data.compliance_expiration
 */
export const complianceExpiration: IncidentDefinition<'compliance_expiration'> = {
  kind: 'incident',
  rule: { evaluateTerminalSpan: findExpiringAtTerminal, evaluateAccountSpan: findExpiringOfAccount },
  trigger: {
    about: 'account',
    usualMinutes: 24 * 60,
    provoke: bringExpiryForward,
    resolve: renew,
    ends: ({ terminalId, accountId, moments }, { causes }) =>
      causes.some(
        (cause) =>
          cause.type === 'paper_dated' &&
          cause.terminalId === terminalId &&
          cause.accountId === accountId &&
          cause.itemType === moments.at(-1)?.data.itemType,
      ),
  },
};

function findExpiringAtTerminal({ source, span, policy }: TerminalSpan): readonly Incident[] {
  const { seed, tenant, terminal, causes } = source;
  const papers = listFiledPapers(
    tenant,
    { accountIds: new Set(), terminalIds: new Set([terminal.terminalId]) },
    causes,
  );
  const quiet = listTerminalQuietSpans(tenant, terminal.terminalId);
  const schedule = policy.complianceExpiration;
  return listExpiring(papers, { seed, zone: terminal.location.timezone, span, schedule, quiet });
}

function findExpiringOfAccount({ account, span, policy }: AccountSpan): readonly Incident[] {
  const { seed, tenant, accountId, causes } = account;
  const papers = listFiledPapers(tenant, { accountIds: new Set([accountId]), terminalIds: new Set() }, causes);
  const quiet = listAccountQuietSpans(tenant);
  const schedule = policy.complianceExpiration;
  return listExpiring(papers, { seed, zone: getAccount(tenant, accountId).timezone, span, schedule, quiet });
}

interface Notification {
  readonly seed: number;
  readonly zone: string;
  readonly span: EvaluatedSpan;
  readonly schedule: NoticeSchedule;
  readonly quiet: readonly EvaluatedSpan[];
}

function listExpiring(papers: readonly FiledPaper[], notification: Notification): readonly Incident[] {
  return papers.flatMap((filed) => {
    const { itemId, accountId, terminalId } = filed;
    const dedupeKey = `compliance_expiration:${itemId}`;
    const subject = {
      seed: notification.seed,
      type: 'compliance_expiration',
      dedupeKey,
      accountId,
      terminalId,
    } as const;
    return listCourses(filed, notification).map((course) => makeIncident(subject, course));
  });
}

/**
 * Items are not renewed automatically: only a filing by a user ends an incident. A corrected item continues with its
 * new date. Notices during maintenance wait for its end.
 */
function listCourses(filed: FiledPaper, { zone, span, schedule, quiet }: Notification): readonly IncidentCourse[] {
  const courses: IncidentCourse[] = [];
  let open: IncidentChange[] = [];
  const close = (end: IncidentCourse['end']): void => {
    const [opening, ...escalations] = open;
    if (opening !== undefined) courses.push({ opening, escalations, end });
    open = [];
  };
  filed.versions.forEach(({ fromMs, paper }, index) => {
    const before = filed.versions[index - 1];
    const renewedMs = skipQuietSpans(quiet, ceilToMinute(fromMs));
    const last = open.at(-1);
    if (
      before !== undefined &&
      last !== undefined &&
      isRenewal(before.paper, paper.expiresDate) &&
      renewedMs <= span.toMs
    )
      close({
        ...makeRenewalTurn(filed, paper, { atMs: renewedMs, zone }),
        severity: last.severity,
        resolution: 'recovered',
      });
    const untilMs = Math.min(filed.versions[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY, span.toMs + 1);
    const notices = listNotices(paper, zone, schedule)
      .filter(({ atMs }) => atMs >= fromMs)
      .map((notice) => ({ ...notice, atMs: skipQuietSpans(quiet, notice.atMs) }))
      .filter(({ atMs }) => atMs < untilMs);
    open.push(...notices.map((notice) => toTurn(filed, paper, notice)));
  });
  close(null);
  return courses.filter(({ end }) => end === null || end.atMs >= span.fromMs);
}

type Paper = PaperVersion['paper'];

function makeRenewalTurn(
  filed: FiledPaper,
  paper: Paper,
  { atMs, zone }: { readonly atMs: number; readonly zone: string },
): Omit<IncidentChange, 'severity'> {
  const { expiresDate } = paper;
  const daysToExpiry = expiresDate === null ? null : countDaysBetween(getLocalDate(zone, atMs), expiresDate);
  return {
    atMs,
    data: { ...toData(filed, paper), daysToExpiry, notice: null, replacementHint: null },
    title: `Renewed: ${formatName(paper)}`,
    summary: expiresDate === null ? 'It does not expire.' : `Last day ${expiresDate}.`,
  };
}

const formatName = ({ itemType }: Paper): string => itemType.replaceAll('_', ' ');

const toData = ({ itemId, scope }: FiledPaper, { itemType, reference, expiresDate }: Paper) => ({
  itemId,
  itemType,
  scope,
  reference,
  expiresDate,
});

function toTurn(filed: FiledPaper, paper: Paper, { atMs, daysToExpiry }: Notice): IncidentChange {
  const { itemType, reference, expiresDate } = paper;
  const name = formatName(paper);
  return {
    atMs,
    severity: toSeverity(daysToExpiry),
    data: {
      ...toData(filed, paper),
      daysToExpiry,
      notice: getNoticeName(daysToExpiry),
      replacementHint: hints[itemType] ?? null,
    },
    title: daysToExpiry < 0 ? `Expired: ${name}` : `Expires in ${daysToExpiry} days: ${name}`,
    summary: `Last day ${expiresDate}.${reference === null ? '' : ` Reference ${reference}.`}`,
  };
}

/** @see gap events.severity */
function toSeverity(daysToExpiry: number): Severity {
  if (daysToExpiry < 0) return 'critical';
  if (daysToExpiry <= 7) return 'high';
  return daysToExpiry <= 30 ? 'medium' : 'low';
}

function getNoticeName(daysToExpiry: number): string {
  if (daysToExpiry < 0) return 'expired';
  return daysToExpiry === 0 ? 'expires_today' : `days_${daysToExpiry}`;
}

/** How to renew each item. */
const hints: Readonly<Record<string, string>> = {
  pci_pts_epp: 'Fit a PIN pad with a current PTS approval.',
  emv_kernel_contact: 'Load a kernel with a current approval.',
  emv_kernel_contactless: 'Load a contactless kernel with a current approval.',
  tls_certificate: 'Issue a new certificate and load it with a configuration download.',
  tr34_remote_key_load: 'Renew the remote key loading agreement.',
  pin_security_audit: 'Have the PIN security audit done again.',
  ada_site_survey: 'Survey the site again.',
  network_sponsorship: 'Renew the sponsorship with the bank.',
  merchant_agreement: 'Sign a new agreement with the site.',
  vault_cash_agreement: 'Sign a new agreement with the cash provider.',
  insurance_certificate: 'Ask the insurer for a new certificate.',
  kyc_owner_id: 'Ask the owner for a valid document.',
};

const NOTICE_AT = defaultNoticeSchedule.atLocal;
/** Validity of a renewed document. */
const RENEWED_DAYS = 730;

/** Sets the expiry date of a compliance item so that a notice is due. */
function bringExpiryForward(
  setting: Setting,
  { item_type: itemType, days_before: daysBefore }: TriggerParameters<'compliance_expiration'>,
): TriggerOutcome {
  const paper = findPaper(setting, itemType);
  if (isObstacles(paper)) return paper;
  const open = findOpenNotice(setting, paper, paper.itemType);
  if (open !== undefined) return createAlreadyOpenObstacle(open);
  const today = getLocalDate(paper.zone, setting.nowMs);
  const isToday = toInstant(paper.zone, today, NOTICE_AT) > setting.nowMs;
  const date = isToday ? today : addDays(today, 1);
  return planDate(setting, paper, {
    expiresDate: addDays(date, daysBefore),
    firesMs: toInstant(paper.zone, date, NOTICE_AT),
  });
}

function renew(setting: Setting): TriggerOutcome {
  const paper = findPaper(setting, undefined);
  if (isObstacles(paper)) return paper;
  const open = findOpenNotice(setting, paper);
  const itemType = open === undefined ? paper.itemType : getItemType(open);
  const expiresDate = addDays(getLocalDate(paper.zone, setting.nowMs), RENEWED_DAYS);
  return planDate(setting, { ...paper, itemType }, { expiresDate, firesMs: setting.nowMs });
}

interface TargetPaper {
  readonly accountId: string;
  /** Undefined for a company document. */
  readonly terminal: Terminal | undefined;
  readonly itemType: ComplianceItemType;
  readonly zone: string;
}

function findPaper(setting: Setting, itemType: ComplianceItemType | undefined): TargetPaper | readonly Obstacle[] {
  const { triggerContext, target } = setting;
  if (target.terminalId !== undefined) {
    const terminal = findTargetTerminal(setting);
    if (isObstacles(terminal)) return terminal;
    const { accountId, location } = terminal.fixture;
    return { accountId, terminal, itemType: itemType ?? 'merchant_agreement', zone: location.timezone };
  }
  const account = triggerContext.accounts.find(({ accountId }) => accountId === target.accountId);
  if (target.accountId === undefined || account === undefined)
    return createObstacle(
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

function planDate(
  setting: Setting,
  { accountId, terminal, itemType }: TargetPaper,
  { expiresDate, firesMs }: { readonly expiresDate: string; readonly firesMs: number },
): TriggerOutcome {
  const cause: Cause = {
    type: 'paper_dated',
    causeId: setting.triggerContext.newId('cau'),
    atMs: setting.nowMs,
    terminalId: terminal?.terminalId ?? null,
    accountId,
    itemType,
    expiresDate,
  };
  return createTriggerPlan(setting, [cause], firesMs);
}

const emittedMs = ({ moments }: Incident): number => moments.at(-1)?.atMs ?? 0;

/** Returns the open document with the latest notice. */
function findOpenNotice(
  setting: Setting,
  { terminal, accountId }: TargetPaper,
  itemType?: ComplianceItemType,
): Incident | undefined {
  const span = { fromMs: setting.triggerContext.tenant.historyStartMs, toMs: setting.nowMs };
  const policy = readPolicy(setting);
  const { seed, tenant, causes } = setting.triggerContext;
  const emitted =
    terminal === undefined
      ? findExpiringOfAccount({ account: { seed, tenant, causes, accountId }, span, policy })
      : findExpiringAtTerminal({ source: terminal.source, span, policy });
  return emitted
    .filter(
      (incident) => incident.resolvedAtMs === null && (itemType === undefined || getItemType(incident) === itemType),
    )
    .toSorted((a, b) => emittedMs(a) - emittedMs(b))
    .at(-1);
}

const getItemType = ({ moments }: Incident): ComplianceItemType => moments.at(-1)?.data.itemType as ComplianceItemType; // set by the rule
