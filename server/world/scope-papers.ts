import { localDateOf } from '../../fixtures/calendar.ts';
import { complianceItems } from '../../fixtures/compliance.ts';
import { onboardingOf } from '../../fixtures/onboarding.ts';
import { documentsFor, formsFor } from './paperwork.ts';
import type { Look } from './scope-look.ts';
import type { Scope } from './tenant.ts';

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
