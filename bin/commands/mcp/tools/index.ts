import type { ToolDefinition } from '../core/tool.ts';
import { callOperation } from './call-operation.ts';
import { checkReceiver } from './check-receiver.ts';
import { clock } from './clock.ts';
import { conform } from './conform.ts';
import { deliveries } from './deliveries.ts';
import { destinations } from './destinations.ts';
import { listTenants } from './list-tenants.ts';
import { listTerminals } from './list-terminals.ts';
import { requests } from './requests.ts';
import { searchContract } from './search-contract.ts';
import { searchRules } from './search-rules.ts';
import { trigger } from './trigger.ts';

/** All tools. An assistant reads their descriptions with each conversation, so they remain few. */
export const tools: readonly ToolDefinition[] = [
  searchContract,
  searchRules,
  listTenants,
  listTerminals,
  callOperation,
  trigger,
  clock,
  destinations,
  deliveries,
  requests,
  conform,
  checkReceiver,
];
