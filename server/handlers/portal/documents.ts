import { formatInstant } from '../../../base/formats.ts';
import type { ComplianceItem, ComplianceVault, Onboarding, PortalDocument, PortalForm } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';

type StoredItem = ReturnType<Scope['complianceItems']>[number];
type FiledForm = ReturnType<Scope['forms']>[number];
type FiledDocument = ReturnType<Scope['documents']>[number];
type StoredOnboarding = ReturnType<Scope['onboarding']>;

/** Presents compliance items by expiry date; items without one come last. @see clause compliance.portal_only */
export function presentComplianceVault(scope: Scope): ComplianceVault {
  const items = [...scope.complianceItems()].sort(compareSoonestToExpireFirst);
  const count = (status: StoredItem['status']): number => items.filter((item) => item.status === status).length;
  return {
    as_of: formatInstant(scope.nowMs),
    counts: {
      compliant: count('compliant'),
      expiring: count('expiring'),
      expired: count('expired'),
      missing: count('missing'),
    },
    items: items.map(presentItem),
  };
}

function compareSoonestToExpireFirst(a: StoredItem, b: StoredItem): number {
  const days = ({ daysToExpiry }: StoredItem): number => daysToExpiry ?? Number.MAX_SAFE_INTEGER;
  return days(a) - days(b) || (a.itemId < b.itemId ? -1 : 1);
}

function presentItem(item: StoredItem): ComplianceItem {
  return {
    item_id: item.itemId,
    item_type: item.itemType,
    scope: item.scope,
    terminal_id: item.terminalId,
    status: item.status,
    issued_date: item.issuedDate,
    expires_date: item.expiresDate,
    days_to_expiry: item.daysToExpiry,
    reference: item.reference,
  };
}

export function presentOnboarding({ status, percentComplete, steps }: StoredOnboarding): Onboarding {
  return {
    status,
    percent_complete: percentComplete,
    steps: steps.map((step) => ({
      step: step.step,
      status: step.status,
      completed_at: step.completedAt,
      blocked_reason: step.blockedReason,
    })),
  };
}

/** Presents a form. `submitted_by` is null if the caller may not see that user. */
export function presentForm(form: FiledForm, { users }: Scope): PortalForm {
  return {
    form_id: form.formId,
    form_type: form.formType,
    title: form.title,
    status: form.status,
    terminal_id: form.terminalId,
    submitted_by: users.some(({ userId }) => userId === form.submittedBy) ? form.submittedBy : null,
    submitted_at: form.submittedAt,
    decided_at: form.decidedAt,
  };
}

export function presentDocument(document: FiledDocument): PortalDocument {
  return {
    document_id: document.documentId,
    document_type: document.documentType,
    title: document.title,
    content_type: document.contentType,
    size_bytes: document.sizeBytes,
    uploaded_at: document.uploadedAt,
    expires_date: document.expiresDate,
  };
}
