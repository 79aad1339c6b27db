import {
  type FiledPaper,
  filedPapers,
  type Notice,
  type NoticeSchedule,
  noticesOf,
} from '../../../fixtures/compliance.ts';
import { accountOf } from '../../../fixtures/payees.ts';
import type { StreamSource } from '../../../fixtures/stream-types.ts';
import { type Incident, incidentOf, type Severity, type Turn } from './incident.ts';
import { afterQuiet, quietOfAccounts, quietOfTerminal } from './maintenance.ts';
import type { Span } from './streams.ts';

/**
 * Papers of a terminal that run out, or have: the first notice opens the incident, each later one escalates it.
 * @see gap events.data.compliance_expiration
 */
export function terminalPapers(
  { seed, tenant, terminal }: StreamSource,
  span: Span,
  schedule: NoticeSchedule,
): readonly Incident[] {
  const papers = filedPapers(tenant, { accountIds: new Set(), terminalIds: new Set([terminal.terminalId]) });
  const quiet = quietOfTerminal(tenant, terminal.terminalId);
  return expiring(papers, { seed, zone: terminal.location.timezone, span, schedule, quiet });
}

/** Company papers of an account that run out, or have. */
export function accountPapers(
  { seed, tenant }: Pick<StreamSource, 'seed' | 'tenant'>,
  accountId: string,
  span: Span,
  schedule: NoticeSchedule,
): readonly Incident[] {
  const papers = filedPapers(tenant, { accountIds: new Set([accountId]), terminalIds: new Set() });
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

/** No paper is renewed by itself, so that none of them ends. A notice that falls into a maintenance waits for its end. */
function expiring(papers: readonly FiledPaper[], { seed, zone, span, schedule, quiet }: Setting): readonly Incident[] {
  return papers.flatMap((filed) => {
    const turns = noticesOf(filed.paper, zone, schedule)
      .map((notice) => ({ ...notice, atMs: afterQuiet(quiet, notice.atMs) }))
      .filter(({ atMs }) => atMs <= span.toMs)
      .map((notice) => turnOf(filed, notice));
    const [opening, ...escalations] = turns;
    if (opening === undefined) return [];
    const { itemId, accountId, terminalId } = filed;
    const dedupeKey = `compliance_expiration:${itemId}`;
    return incidentOf(
      { seed, type: 'compliance_expiration', dedupeKey, accountId, terminalId },
      { opening, escalations, end: null },
    );
  });
}

function turnOf({ itemId, scope, paper }: FiledPaper, { atMs, daysToExpiry }: Notice): Turn {
  const { itemType, reference, expiresDate } = paper;
  const name = itemType.replaceAll('_', ' ');
  return {
    atMs,
    severity: severityOf(daysToExpiry),
    data: {
      itemId,
      itemType,
      scope,
      reference,
      expiresDate,
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

/** What to put in its place. */
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
