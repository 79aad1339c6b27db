import type { Handlers } from '../contract.ts';
import { getBrandingStatus } from './branding.ts';
import { getConnectorStatus, listConnectors } from './connectors.ts';
import { createDispute, listDisputes } from './disputes.ts';
import { getAccountFeed, getTerminalFeed } from './feeds.ts';
import { getIntegrationCatalog, getPublicOpenapi } from './integrations.ts';
import { getLocation, listLocations } from './locations.ts';
import { getPortal } from './portal.ts';
import { getProvisioningExport, getProvisioningPayload } from './provisioning.ts';
import { deriveSettlements, listSettlements } from './settlements.ts';
import { listTerminalCommands } from './terminal-commands.ts';
import { listTerminalGroups } from './terminal-groups.ts';
import { getTerminalStatus } from './terminal-status.ts';
import { getTransactionTimeline, listTerminalTransactions, listTransactions } from './transactions.ts';

/** The whole surface: a missing, extra or misspelt operation does not compile. */
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
