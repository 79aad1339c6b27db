import { formatInstant } from '../../../spec/formats.ts';
import type { Privilege } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { presentComplianceVault, presentDocument, presentForm, presentOnboarding } from './documents.ts';
import { presentConnectors, presentGroups, presentTerminals, recentCommands, recentTransactions } from './fleet.ts';
import { presentReport, presentVideo } from './library.ts';
import { presentAccount, presentFlags, presentOrganization, presentPrincipal, presentUser } from './people.ts';

/** How many recent things of each kind are shown. */
const RECENT_COUNT = 25;

/**
 * What the user of the key sees of the portal. A section that its role may not see is there and empty.
 * @see clauses portal.get, scope.response, gap portal.fields
 */
export const getPortal: Handler<'getPortal'> = (scope) => ({
  status: 200,
  body: {
    principal: presentPrincipal(scope),
    account: presentAccount(scope),
    organization: presentOrganization(scope.account.branding),
    access_flags: presentFlags(scope.rules),
    users: scope.users.map(presentUser),
    terminals: may(scope, 'view_terminals') ? presentTerminals(scope) : [],
    groups: may(scope, 'view_terminals') ? presentGroups(scope.groups) : [],
    connectors: may(scope, 'view_connectors') ? presentConnectors(scope) : [],
    recent_transactions: may(scope, 'view_transactions') ? recentTransactions(scope, RECENT_COUNT) : [],
    recent_commands: may(scope, 'view_commands') ? recentCommands(scope, RECENT_COUNT) : [],
    recent_forms: scope
      .forms()
      .slice(0, RECENT_COUNT)
      .map((form) => presentForm(form, scope)),
    report_catalog: scope.library.reports.filter((report) => may(scope, report.requiredPrivilege)).map(presentReport),
    compliance_vault: may(scope, 'view_compliance') ? presentComplianceVault(scope) : null,
    onboarding: may(scope, 'view_compliance') ? presentOnboarding(scope.onboarding()) : null,
    documents: may(scope, 'view_documents') ? scope.documents().map(presentDocument) : [],
    videos: scope.library.videos.map(presentVideo),
    as_of: formatInstant(scope.nowMs),
  },
});

const may = ({ rules }: Scope, privilege: Privilege): boolean => rules.privileges.has(privilege);
