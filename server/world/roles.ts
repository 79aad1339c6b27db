import type { Privilege, Role } from '../../spec/index.ts';

/** Why a role sees less than an administrator of the same terminals. */
export interface RoleRules {
  readonly privileges: ReadonlySet<Privilege>;
  /** Whether it sees by account (and everything below it) rather than by assigned terminals. */
  readonly isAccountWide: boolean;
  /** Sees only batches paid to its own account. */
  readonly ownBatchesOnly: boolean;
  /** Sees connectors only through the terminals that use them. */
  readonly connectorsByTerminal: boolean;
  /** Sees no names of who works on a dispute. */
  readonly hidesDisputeStaff: boolean;
  /** Sees no network and case steps in a timeline. */
  readonly hidesNetworkSteps: boolean;
  /** Sees no contact of a location. */
  readonly hidesContacts: boolean;
  /** Of a terminal's status, sees cash and communication only. */
  readonly hidesDevices: boolean;
  /** Of the users, sees only itself; the others see their own account's. */
  readonly seesOnlyItself: boolean;
  readonly isReadOnly: boolean;
}

const everyone: readonly Privilege[] = ['view_terminals', 'view_transactions'];
const field: readonly Privilege[] = ['view_connectors', 'view_commands', 'view_provisioning'];
const papers: readonly Privilege[] = ['view_compliance', 'view_documents'];
const configuration: readonly Privilege[] = ['manage_users', 'manage_configuration'];

function rules(
  privileges: readonly (readonly Privilege[])[],
  except: Partial<Omit<RoleRules, 'privileges'>> = {},
): RoleRules {
  return {
    privileges: new Set([...everyone, ...privileges.flat()]),
    isAccountWide: true,
    ownBatchesOnly: false,
    connectorsByTerminal: false,
    hidesDisputeStaff: false,
    hidesNetworkSteps: false,
    hidesContacts: false,
    hidesDevices: false,
    seesOnlyItself: false,
    isReadOnly: false,
    ...except,
  };
}

/** The nine roles: what each may do and what it is not shown. Gap roles.matrix. */
export const roleRules: Readonly<Record<Role, RoleRules>> = {
  iso_admin: rules([
    field,
    papers,
    configuration,
    ['view_settlements', 'view_payout_account', 'derive_settlements', 'view_disputes', 'create_disputes'],
  ]),
  iso_ops: rules([field, ['view_disputes']], { isReadOnly: true }),
  finance: rules([['view_settlements', 'view_payout_account', 'derive_settlements', 'view_disputes']]),
  dispute_analyst: rules([['view_disputes', 'create_disputes']]),
  affiliate_admin: rules(
    [field, papers, configuration, ['view_settlements', 'view_payout_account', 'view_disputes', 'create_disputes']],
    { connectorsByTerminal: true },
  ),
  technician: rules([field], {
    isAccountWide: false,
    connectorsByTerminal: true,
    seesOnlyItself: true,
    isReadOnly: true,
  }),
  merchant: rules([['view_settlements', 'view_payout_account', 'view_disputes']], {
    isAccountWide: false,
    ownBatchesOnly: true,
    hidesDisputeStaff: true,
    hidesNetworkSteps: true,
    seesOnlyItself: true,
    isReadOnly: true,
  }),
  vault_cash: rules([['view_settlements', 'view_payout_account', 'view_disputes']], {
    isAccountWide: false,
    ownBatchesOnly: true,
    hidesDisputeStaff: true,
    hidesNetworkSteps: true,
    hidesContacts: true,
    hidesDevices: true,
    seesOnlyItself: true,
    isReadOnly: true,
  }),
  auditor: rules([field, papers, ['view_settlements', 'view_disputes']], { hidesContacts: true, isReadOnly: true }),
};
