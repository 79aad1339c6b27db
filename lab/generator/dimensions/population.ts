import { choose, far } from './define.ts';
import { PERMITS as P } from './permits.ts';

/** The dimensions of the content of the fleets. */
export const populationDimensions = {
  tenants: choose(P.exposes, 'number of tenants', ['2', '3']),
  terminalCounts: choose(P.exposes, 'terminals per tenant', ['different', 'equal', 'many', 'few']),
  transactionVolume: choose(P.exposes, 'number of transactions', ['usual', 'many', 'few', far('none')]),
  transactionMix: choose(P.rowCarries, 'which transaction types occur', ['usual', 'withdrawals', 'wide']),
  terminalZones: choose(P.rowFields, 'time zones of the terminals', ['utc', 'one', 'mixed']),
  currency: choose(P.rowFields, 'currency and its number of decimals', ['USD', 'EUR', 'JPY', 'KWD']),
  surcharges: choose(P.rowCarries, 'surcharges that occur', ['usual', 'varied', 'none']),
  emvAvailable: choose(P.emv, 'on which rows the EMV indicator is available', ['some', 'all', 'none']),
  sequences: choose(P.rowFields, 'range of sequence numbers', ['long', 'wrapping', 'daily']),
  terminalLabels: choose(P.otherFields, 'labels and serials that repeat in another tenant', [
    'distinct',
    'equal-across-tenants',
  ]),
  sharedTerminals: choose(P.scope, 'terminals that two tenants may see', ['none', far('two')]),
  sharedSites: choose(P.otherFields, 'sites with several terminals, also of two tenants', ['apart', 'shared']),
  groupStructure: choose(P.groupFilter, 'overlap of terminal groups', ['few', 'overlapping', 'nested', 'tree', 'none']),
  batchUnit: choose(P.batchFields, 'what one settlement batch covers', ['account-day', 'account-week', 'terminal-day']),
  disputesPresent: choose(P.states, 'statuses of the disputes that exist', [
    'several',
    'open-only',
    'resolved-only',
    'none',
  ]),
  twinTenants: choose(P.exposes, 'equal counts, times and amounts in two tenants by coincidence', ['apart', 'twins']),
  amountVariety: choose(P.rowCarries, 'amounts that occur', ['notes', 'all-equal', 'cents', 'large']),
  declines: choose(P.rowCarries, 'how many transactions are declined', ['some', 'none', 'most']),
  locationsPresent: choose(P.otherFields, 'terminals without a location', ['all', 'some-without']),
  provisioningPresent: choose(P.otherFields, 'terminals without provisioning', ['all', 'some-without']),
  commandsPresent: choose(P.otherFields, 'commands that exist', ['some', 'none']),
  incidentsPresent: choose(P.feedItems, 'alert incidents that exist', ['some', 'none']),
  silentTerminals: choose(P.otherFields, 'terminals that have never reported', ['none', 'some']),
  connectorCount: choose(P.exposes, 'connectors per tenant', ['three', 'one', 'none']),
  lateRows: choose(P.exposes, 'rows that arrive long after their time', ['none', 'some']),
  brandingPresent: choose(P.portalFields, 'a tenant without branding', ['present', far('absent')]),
  bankData: choose(P.batchFields, 'bank data of a batch', ['none', 'masked-account']),
  resolvedBy: choose(P.states, 'who resolves disputes', ['people', 'some-by-machine']),
  dataAge: choose(P.exposes, 'age of the data', ['past', 'present']),
  liveData: choose(P.exposes, 'data that changes between two reads', ['still', 'clock', 'transactions']),
};
