import { toOnboarding } from '../../../fixtures/model/onboarding.ts';
import { listComplianceItems, listFiledPapers } from '../../../fixtures/terminals/compliance.ts';
import { getLocalDate } from '../../../fixtures/time/calendar.ts';
import { listDocuments, listForms } from '../books/documents.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './scope-types.ts';

type PaperMembers = Pick<Scope, 'complianceItems' | 'forms' | 'documents' | 'onboarding'>;

/** Returns the members of a scope about forms and documents. */
export function makePaperMembers({ state, partition, nowMs, user }: ScopeContext): PaperMembers {
  const { account, accounts, terminalsById, rules } = partition;
  const reader = {
    account,
    accounts,
    userId: user.userId,
    isAccountWide: rules.isAccountWide,
    hasTerminal: (terminalId: string) => terminalsById.has(terminalId),
  };

  return {
    complianceItems() {
      const accountIds = new Set(accounts.map(({ accountId }) => accountId));
      const terminalIds = new Set(terminalsById.keys());
      const causes = state.generated.causes.filter(({ atMs }) => atMs <= nowMs);
      const papers = listFiledPapers(state.generated.fixture, { accountIds, terminalIds }, causes);
      return listComplianceItems(papers, getLocalDate(account.timezone, nowMs));
    },
    forms: () => listForms(reader, nowMs),
    documents: () => listDocuments(reader, nowMs),
    onboarding: () => toOnboarding(account.onboarding),
  };
}
