import type { NoticeSchedule } from '../../../fixtures/model/policy.ts';
import type { StreamSource } from '../../../fixtures/model/stream-types.ts';
import { getAccount } from '../../../fixtures/settlements/payees.ts';
import {
  type FiledPaper,
  isRenewal,
  listFiledPapers,
  listNotices,
  type Notice,
  type PaperVersion,
} from '../../../fixtures/terminals/compliance.ts';
import { daysBetween, localDateAt } from '../../../fixtures/time/calendar.ts';
import {
  type Incident,
  type IncidentChange,
  type IncidentCourse,
  makeIncident,
  type Severity,
} from './evaluation/incident.ts';
import { afterQuiet, quietOfAccounts, quietOfTerminal } from './evaluation/maintenance.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import type { EvaluatedSpan } from './input/streams.ts';

/**
 * Compliance items of a terminal that expire or have expired. The first notice opens the incident; each later one
 * escalates it.
 * @see gap events.data.compliance_expiration
 */
export function terminalPapers(
  { seed, tenant, terminal, causes }: StreamSource,
  span: EvaluatedSpan,
  schedule: NoticeSchedule,
): readonly Incident[] {
  const papers = listFiledPapers(
    tenant,
    { accountIds: new Set(), terminalIds: new Set([terminal.terminalId]) },
    causes,
  );
  const quiet = quietOfTerminal(tenant, terminal.terminalId);
  return listExpiring(papers, { seed, zone: terminal.location.timezone, span, schedule, quiet });
}

/** Compliance items of an account that expire or have expired. */
export function accountPapers(
  { seed, tenant, causes }: Pick<StreamSource, 'seed' | 'tenant' | 'causes'>,
  accountId: string,
  span: EvaluatedSpan,
  schedule: NoticeSchedule,
): readonly Incident[] {
  const papers = listFiledPapers(tenant, { accountIds: new Set([accountId]), terminalIds: new Set() }, causes);
  const quiet = quietOfAccounts(tenant);
  return listExpiring(papers, { seed, zone: getAccount(tenant, accountId).timezone, span, schedule, quiet });
}

interface Setting {
  readonly seed: number;
  readonly zone: string;
  readonly span: EvaluatedSpan;
  readonly schedule: NoticeSchedule;
  readonly quiet: readonly EvaluatedSpan[];
}

function listExpiring(papers: readonly FiledPaper[], setting: Setting): readonly Incident[] {
  return papers.flatMap((filed) => {
    const { itemId, accountId, terminalId } = filed;
    const dedupeKey = `compliance_expiration:${itemId}`;
    const subject = { seed: setting.seed, type: 'compliance_expiration', dedupeKey, accountId, terminalId } as const;
    return listCourses(filed, setting).map((course) => makeIncident(subject, course));
  });
}

/**
 * Items are not renewed automatically: only a filing by a user ends an incident. A corrected item continues with its
 * new date. Notices during maintenance wait for its end.
 */
function listCourses(filed: FiledPaper, { zone, span, schedule, quiet }: Setting): readonly IncidentCourse[] {
  const courses: IncidentCourse[] = [];
  let open: IncidentChange[] = [];
  const close = (end: IncidentCourse['end']): void => {
    const [opening, ...escalations] = open;
    if (opening !== undefined) courses.push({ opening, escalations, end });
    open = [];
  };
  filed.versions.forEach(({ fromMs, paper }, index) => {
    const before = filed.versions[index - 1];
    const renewedMs = afterQuiet(quiet, minuteFrom(fromMs));
    const last = open.at(-1);
    if (
      before !== undefined &&
      last !== undefined &&
      isRenewal(before.paper, paper.expiresDate) &&
      renewedMs <= span.toMs
    )
      close({ ...makeRenewalTurn(filed, paper, renewedMs, zone), severity: last.severity, resolution: 'recovered' });
    const untilMs = Math.min(filed.versions[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY, span.toMs + 1);
    const notices = listNotices(paper, zone, schedule)
      .filter(({ atMs }) => atMs >= fromMs)
      .map((notice) => ({ ...notice, atMs: afterQuiet(quiet, notice.atMs) }))
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
  atMs: number,
  zone: string,
): Omit<IncidentChange, 'severity'> {
  const { expiresDate } = paper;
  const daysToExpiry = expiresDate === null ? null : daysBetween(localDateAt(zone, atMs), expiresDate);
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
      notice: noticeName(daysToExpiry),
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

function noticeName(daysToExpiry: number): string {
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
