import type { NoticeSchedule } from '../../../fixtures/model/policy.ts';
import type { StreamSource } from '../../../fixtures/model/stream-types.ts';
import { accountOf } from '../../../fixtures/settlements/payees.ts';
import {
  type FiledPaper,
  filedPapers,
  isRenewal,
  type Notice,
  noticesOf,
  type PaperWording,
} from '../../../fixtures/terminals/compliance.ts';
import { daysBetween, localDateOf } from '../../../fixtures/time/calendar.ts';
import { type Course, type Incident, incidentOf, type Severity, type Turn } from './evaluation/incident.ts';
import { afterQuiet, quietOfAccounts, quietOfTerminal } from './evaluation/maintenance.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import type { Span } from './input/streams.ts';

/**
 * Compliance items of a terminal that expire or have expired. The first notice opens the incident; each later one
 * escalates it.
 * @see gap events.data.compliance_expiration
 */
export function terminalPapers(
  { seed, tenant, terminal, causes }: StreamSource,
  span: Span,
  schedule: NoticeSchedule,
): readonly Incident[] {
  const papers = filedPapers(tenant, { accountIds: new Set(), terminalIds: new Set([terminal.terminalId]) }, causes);
  const quiet = quietOfTerminal(tenant, terminal.terminalId);
  return expiring(papers, { seed, zone: terminal.location.timezone, span, schedule, quiet });
}

/** Compliance items of an account that expire or have expired. */
export function accountPapers(
  { seed, tenant, causes }: Pick<StreamSource, 'seed' | 'tenant' | 'causes'>,
  accountId: string,
  span: Span,
  schedule: NoticeSchedule,
): readonly Incident[] {
  const papers = filedPapers(tenant, { accountIds: new Set([accountId]), terminalIds: new Set() }, causes);
  const quiet = quietOfAccounts(tenant);
  return expiring(papers, { seed, zone: accountOf(tenant, accountId).timezone, span, schedule, quiet });
}

interface Setting {
  readonly seed: number;
  readonly zone: string;
  readonly span: Span;
  readonly schedule: NoticeSchedule;
  readonly quiet: readonly Span[];
}

function expiring(papers: readonly FiledPaper[], setting: Setting): readonly Incident[] {
  return papers.flatMap((filed) => {
    const { itemId, accountId, terminalId } = filed;
    const dedupeKey = `compliance_expiration:${itemId}`;
    const subject = { seed: setting.seed, type: 'compliance_expiration', dedupeKey, accountId, terminalId } as const;
    return coursesOf(filed, setting).map((course) => incidentOf(subject, course));
  });
}

/**
 * Items are not renewed automatically: only a filing by a user ends an incident. A corrected item continues with its
 * new date. Notices during maintenance wait for its end.
 */
function coursesOf(filed: FiledPaper, { zone, span, schedule, quiet }: Setting): readonly Course[] {
  const courses: Course[] = [];
  let open: Turn[] = [];
  const close = (end: Course['end']): void => {
    const [opening, ...escalations] = open;
    if (opening !== undefined) courses.push({ opening, escalations, end });
    open = [];
  };
  filed.wordings.forEach(({ fromMs, paper }, index) => {
    const before = filed.wordings[index - 1];
    const renewedMs = afterQuiet(quiet, minuteFrom(fromMs));
    const last = open.at(-1);
    if (
      before !== undefined &&
      last !== undefined &&
      isRenewal(before.paper, paper.expiresDate) &&
      renewedMs <= span.toMs
    )
      close({ ...renewal(filed, paper, renewedMs, zone), severity: last.severity, resolution: 'recovered' });
    const untilMs = Math.min(filed.wordings[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY, span.toMs + 1);
    const notices = noticesOf(paper, zone, schedule)
      .filter(({ atMs }) => atMs >= fromMs)
      .map((notice) => ({ ...notice, atMs: afterQuiet(quiet, notice.atMs) }))
      .filter(({ atMs }) => atMs < untilMs);
    open.push(...notices.map((notice) => turnOf(filed, paper, notice)));
  });
  close(null);
  return courses.filter(({ end }) => end === null || end.atMs >= span.fromMs);
}

type Paper = PaperWording['paper'];

function renewal(filed: FiledPaper, paper: Paper, atMs: number, zone: string): Omit<Turn, 'severity'> {
  const { expiresDate } = paper;
  const daysToExpiry = expiresDate === null ? null : daysBetween(localDateOf(zone, atMs), expiresDate);
  return {
    atMs,
    data: { ...dataOf(filed, paper), daysToExpiry, notice: null, replacementHint: null },
    title: `Renewed: ${nameOf(paper)}`,
    summary: expiresDate === null ? 'It does not expire.' : `Last day ${expiresDate}.`,
  };
}

const nameOf = ({ itemType }: Paper): string => itemType.replaceAll('_', ' ');

const dataOf = ({ itemId, scope }: FiledPaper, { itemType, reference, expiresDate }: Paper) => ({
  itemId,
  itemType,
  scope,
  reference,
  expiresDate,
});

function turnOf(filed: FiledPaper, paper: Paper, { atMs, daysToExpiry }: Notice): Turn {
  const { itemType, reference, expiresDate } = paper;
  const name = nameOf(paper);
  return {
    atMs,
    severity: severityOf(daysToExpiry),
    data: {
      ...dataOf(filed, paper),
      daysToExpiry,
      notice: noticeName(daysToExpiry),
      replacementHint: hints[itemType] ?? null,
    },
    title: daysToExpiry < 0 ? `Expired: ${name}` : `Expires in ${daysToExpiry} days: ${name}`,
    summary: `Last day ${expiresDate}.${reference === null ? '' : ` Reference ${reference}.`}`,
  };
}

/** @see gap events.severity */
function severityOf(daysToExpiry: number): Severity {
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
