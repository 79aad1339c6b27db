import { formatInstant } from '../../../base/formats.ts';
import type { PortalSnapshot, Privilege } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { presentComplianceVault, presentDocument, presentForm, presentOnboarding } from './documents.ts';
import {
  presentConnectors,
  presentGroups,
  presentRecentCommands,
  presentRecentTransactions,
  presentTerminals,
} from './fleet.ts';
import { presentReport, presentVideo } from './library.ts';
import { presentAccount, presentFlags, presentOrganization, presentPrincipal, presentUser } from './people.ts';

/** Maximum number of entries in each `recent_*` section. */
const RECENT_COUNT = 25;

/**
 * Returns the portal as the caller may see it. Sections that the role may not read are empty.
 * @see clauses portal.get, scope.response, gap portal.fields
 */
export const getPortal: Handler<'getPortal'> = (scope) => {
  return { status: 200, body: presentPortal(scope) };
};

const presentPortal = (scope: Scope): PortalSnapshot => ({
  principal: presentPrincipal(scope),
  account: presentAccount(scope),
  organization: presentOrganization(scope.account.branding),
  access_flags: presentFlags(scope.rules),
  users: scope.users.map(presentUser),
  terminals: hasPrivilege(scope, 'view_terminals') ? presentTerminals(scope) : [],
  groups: hasPrivilege(scope, 'view_terminals') ? presentGroups(scope.groups) : [],
  connectors: hasPrivilege(scope, 'view_connectors') ? presentConnectors(scope) : [],
  recent_transactions: hasPrivilege(scope, 'view_transactions') ? presentRecentTransactions(scope, RECENT_COUNT) : [],
  recent_commands: hasPrivilege(scope, 'view_commands') ? presentRecentCommands(scope, RECENT_COUNT) : [],
  recent_forms: scope
    .forms()
    .slice(0, RECENT_COUNT)
    .map((form) => presentForm(form, scope)),
  report_catalog: scope.library.reports
    .filter((report) => hasPrivilege(scope, report.requiredPrivilege))
    .map(presentReport),
  compliance_vault: hasPrivilege(scope, 'view_compliance') ? presentComplianceVault(scope) : null,
  onboarding: hasPrivilege(scope, 'view_compliance') ? presentOnboarding(scope.onboarding()) : null,
  documents: hasPrivilege(scope, 'view_documents') ? scope.documents().map(presentDocument) : [],
  videos: scope.library.videos.map(presentVideo),
  as_of: formatInstant(scope.nowMs),
});

const hasPrivilege = ({ rules }: Scope, privilege: Privilege): boolean => rules.privileges.has(privilege);
