import type { OperationId } from '../../spec/index.ts';
import type { Handlers } from '../contract.ts';
import { getIntegrationCatalog, getPublicOpenapi } from './catalog/integrations.ts';
import { getAccountFeed, getTerminalFeed } from './feeds/feeds.ts';
import { createDispute, listDisputes } from './ledger/disputes.ts';
import { deriveSettlements, listSettlements } from './ledger/settlements.ts';
import { getTransactionTimeline, listTerminalTransactions, listTransactions } from './ledger/transactions.ts';
import { getBrandingStatus } from './portal/branding.ts';
import { getPortal } from './portal/portal.ts';
import { getProvisioningExport, getProvisioningPayload } from './provisioning/provisioning.ts';
import { listTerminalCommands } from './terminals/commands.ts';
import { getConnectorStatus, listConnectors } from './terminals/connectors.ts';
import { listTerminalGroups } from './terminals/groups.ts';
import { getLocation, listLocations } from './terminals/locations.ts';
import { getTerminalStatus } from './terminals/status.ts';

/** The handlers of all operations. A missing, extra or misspelt operation does not compile. */
export const handlers: Handlers = {
  createDispute,
  deriveSettlements,
  getAccountFeed,
  getBrandingStatus,
  getConnectorStatus,
  getIntegrationCatalog,
  getLocation,
  getPortal,
  getProvisioningExport,
  getProvisioningPayload,
  getPublicOpenapi,
  getTerminalFeed,
  getTerminalStatus,
  getTransactionTimeline,
  listConnectors,
  listDisputes,
  listLocations,
  listSettlements,
  listTerminalCommands,
  listTerminalGroups,
  listTerminalTransactions,
  listTransactions,
};

/** The operations with replies about a whole fleet. The values of its terminals are computed before the handler is called. */
export const fleetOperations: ReadonlySet<OperationId> = new Set(['getAccountFeed', 'getPortal']);
