import { onboardingOf } from '../../../fixtures/model/onboarding.ts';
import { complianceItems } from '../../../fixtures/terminals/compliance.ts';
import { localDateOf } from '../../../fixtures/time/calendar.ts';
import { documentsFor, formsFor } from '../books/documents.ts';
import type { Look } from './scope-context.ts';
import type { Scope } from './scope-types.ts';

type PaperMembers = Pick<Scope, 'complianceItems' | 'forms' | 'documents' | 'onboarding'>;

/** Returns the members of a scope about forms and documents. */
export function paperMembers({ state, partition, nowMs, user }: Look): PaperMembers {
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
      return complianceItems(
        state.generated.fixture,
        { accountIds, terminalIds },
        localDateOf(account.timezone, nowMs),
        state.generated.causes.filter(({ atMs }) => atMs <= nowMs),
      );
    },
    forms: () => formsFor(reader, nowMs),
    documents: () => documentsFor(reader, nowMs),
    onboarding: () => onboardingOf(account.onboarding),
  };
}
