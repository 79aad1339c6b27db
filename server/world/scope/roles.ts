import type { Privilege, Role } from '../../../spec/index.ts';

/** The restrictions of a role compared to an administrator with the same terminals. */
export interface RoleRules {
  readonly privileges: ReadonlySet<Privilege>;
  /** Whether it sees an account and everything below it, as opposed to assigned terminals. */
  readonly isAccountWide: boolean;
  /** Sees only batches paid to its own account. */
  readonly ownBatchesOnly: boolean;
  /** Sees connectors only through the terminals that use them. */
  readonly connectorsByTerminal: boolean;
  /** Does not see who works on a dispute. */
  readonly hidesDisputeStaff: boolean;
  /** Does not see network and case steps in a timeline. */
  readonly hidesNetworkSteps: boolean;
  /** Does not see the contact of a location. */
  readonly hidesContacts: boolean;
  /** Sees only cash and communication of a terminal's status. */
  readonly hidesDevices: boolean;
  /** Sees no other users. Other roles see the users of their account. */
  readonly seesOnlyItself: boolean;
  readonly isReadOnly: boolean;
}

const everyone: readonly Privilege[] = ['view_terminals', 'view_transactions'];
const field: readonly Privilege[] = ['view_connectors', 'view_commands', 'view_provisioning'];
const papers: readonly Privilege[] = ['view_compliance', 'view_documents'];
const configuration: readonly Privilege[] = ['manage_users', 'manage_configuration'];

function createRules(
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

/** The privileges that the key of a guest keeps: no writes, no control plane, and nothing that contains credentials or bank accounts. */
const OF_GUESTS: ReadonlySet<Privilege> = new Set<Privilege>([
  'view_terminals',
  'view_transactions',
  'view_connectors',
  'view_commands',
  'view_settlements',
  'view_disputes',
]);

const rulesOfGuests = new WeakMap<RoleRules, RoleRules>();

/** Returns the rules for the guests of a user with these rules. @see gap sandbox.guests */
export function restrictToGuest(rules: RoleRules): RoleRules {
  const known = rulesOfGuests.get(rules);
  const restricted = known ?? {
    ...rules,
    privileges: new Set([...rules.privileges].filter((privilege) => OF_GUESTS.has(privilege))),
    isReadOnly: true,
  };
  rulesOfGuests.set(rules, restricted);
  return restricted;
}

/** The privileges and restrictions of all roles. @see gap roles.matrix */
export const roleRules: Readonly<Record<Role, RoleRules>> = {
  iso_admin: createRules([
    field,
    papers,
    configuration,
    ['view_settlements', 'view_payout_account', 'derive_settlements', 'view_disputes', 'create_disputes'],
  ]),
  iso_ops: createRules([field, ['view_disputes']], { isReadOnly: true }),
  finance: createRules([['view_settlements', 'view_payout_account', 'derive_settlements', 'view_disputes']]),
  dispute_analyst: createRules([['view_disputes', 'create_disputes']]),
  affiliate_admin: createRules(
    [field, papers, configuration, ['view_settlements', 'view_payout_account', 'view_disputes', 'create_disputes']],
    { connectorsByTerminal: true },
  ),
  technician: createRules([field], {
    isAccountWide: false,
    connectorsByTerminal: true,
    seesOnlyItself: true,
    isReadOnly: true,
  }),
  merchant: createRules([['view_settlements', 'view_payout_account', 'view_disputes']], {
    isAccountWide: false,
    ownBatchesOnly: true,
    hidesDisputeStaff: true,
    hidesNetworkSteps: true,
    seesOnlyItself: true,
    isReadOnly: true,
  }),
  vault_cash: createRules([['view_settlements', 'view_payout_account', 'view_disputes']], {
    isAccountWide: false,
    ownBatchesOnly: true,
    hidesDisputeStaff: true,
    hidesNetworkSteps: true,
    hidesContacts: true,
    hidesDevices: true,
    seesOnlyItself: true,
    isReadOnly: true,
  }),
  auditor: createRules([field, papers, ['view_settlements', 'view_disputes']], {
    hidesContacts: true,
    isReadOnly: true,
  }),
};
