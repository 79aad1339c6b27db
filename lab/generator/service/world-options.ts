import type { Choices } from '../dimensions/index.ts';
import type { Transaction, User, World, WorldOptions } from '../model/types.ts';
import { CURRENCIES } from '../render/formats.ts';

const TERMINAL_COUNTS: Readonly<Record<Choices['terminalCounts'], readonly number[]>> = {
  different: [12, 9, 5],
  equal: [10, 10, 10],
  many: [24, 18, 12],
  few: [5, 3, 3],
};
const VOLUMES: Readonly<Record<Choices['transactionVolume'], number>> = { usual: 22, many: 80, few: 3, none: 0 };

/** Returns what the shape decides about the population. */
export function readWorldOptions(choices: Choices): WorldOptions {
  const perTerminal = VOLUMES[choices.transactionVolume];
  const isTenantIds = choices.idUniqueness === 'tenant';
  return {
    tenantCount: Number(choices.tenants),
    terminalsPerTenant: TERMINAL_COUNTS[choices.terminalCounts],
    transactionsPerTerminal: perTerminal,
    days: choices.batchUnit === 'account-week' ? 16 : 6,
    futureTransactions: choices.liveData === 'transactions' ? 900 : 0,
    futureSpacingMs: 700,
    exponent: CURRENCIES[choices.currency]?.exponent ?? 2,
    zones: choices.terminalZones,
    mix: choices.transactionMix,
    // Ids that are unique within a tenant cannot name terminals of two tenants in one scope.
    sharedTerminals: choices.sharedTerminals === 'two' && !isTenantIds ? 2 : 0,
    sharedSites: choices.sharedSites === 'shared' && !isTenantIds,
    groups: choices.groupStructure,
    sequences: choices.sequences,
    emv: choices.emvAvailable,
    labels: choices.terminalLabels,
    batchUnit: choices.batchUnit,
    disputes: choices.disputesPresent,
    keys: choices.keyFormat,
    hasSecondKeys: choices.keysPerUser === 'two',
    hasLateRows: choices.lateRows === 'some',
    hasPlatformConnectors: choices.platformConnectors === 'shared' && choices.connectorCount !== 'none',
    hasRestrictedAssignees: choices.disputeVisibility === 'also-assigned',
    hasMachineReviews: choices.resolvedBy === 'some-by-machine',
    surcharge: choices.surcharges,
    hasTwins: choices.twinTenants === 'twins',
    amounts: choices.amountVariety,
    declineRate: { some: 0.15, none: 0, most: 0.7 }[choices.declines],
    hasSilentTerminals: choices.silentTerminals === 'some',
    hasPlacelessTerminals: choices.locationsPresent === 'some-without',
    hasCommands: choices.commandsPresent === 'some',
    hasIncidents: choices.incidentsPresent === 'some',
    connectorCount: { three: 3, one: 1, none: 0 }[choices.connectorCount],
  };
}

/** Returns a row with its amounts as the shape understands them: gross or net, reversals signed or not. */
function interpretRow(row: Transaction, choices: Choices): Transaction {
  const isAsRequested = choices.declinedAmounts === 'as-requested' && row.response !== '00';
  if (isAsRequested) {
    const declined = { ...row, amountCompleted: row.amountRequested, surchargeCompleted: row.surchargeRequested };
    return interpretSigns(declined, choices);
  }
  return interpretSigns(row, choices);
}

function interpretSigns(row: Transaction, choices: Choices): Transaction {
  const isGross = choices.completedMeaning === 'gross';
  const sign = row.type === 'reversal' && choices.reversalSign === 'negative' ? -1 : 1;
  if (!isGross && sign === 1) return row;
  const completed = row.amountCompleted;
  const surcharge = row.surchargeCompleted;
  return {
    ...row,
    amountRequested: sign * (row.amountRequested + (isGross ? row.surchargeRequested : 0)),
    amountCompleted: completed === undefined ? undefined : sign * (completed + (isGross ? (surcharge ?? 0) : 0)),
    surchargeRequested: sign * row.surchargeRequested,
    surchargeCompleted: surcharge === undefined ? undefined : sign * surcharge,
  };
}

/** Restricts users to one tenant where ids are unique only within a tenant. */
function interpretUser(user: User, choices: Choices): User {
  return choices.idUniqueness === 'tenant' ? { ...user, tenantKeys: [user.tenantKey] } : user;
}

/** Returns the world with the readings that the shape chose. */
export function interpretWorld(world: World, choices: Choices): World {
  return {
    ...world,
    users: world.users.map((user) => interpretUser(user, choices)),
    transactions: world.transactions.map((row) => interpretRow(row, choices)),
  };
}
