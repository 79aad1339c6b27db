import type { components, operations as OperationTypes } from './generated/openapi.ts';
import { operations as operationTable } from './operations.ts';

export { contract } from './contract.ts';
export type {
  Access,
  Contract,
  ContractHeader,
  ContractMedia,
  ContractOperation,
  ContractParameter,
  ContractPath,
  ContractRequestBody,
  ContractResponse,
  ContractTag,
  ContractWebhook,
  FeedCategoryName,
  FeedId,
  Marks,
  OpaqueJson,
  OperationId,
  OperationPrivilege,
  Reference,
  ServiceId,
} from './contract-document.ts';
export { type EnumName, getEnumValues } from './enums.ts';
export { type ClauseId, clauses, type GapId, gaps, type ReadingIds } from './generated/clause-ids.ts';
/** The types of all schemas of the contract by name: `TransactionRow`, `DisputeCase`, `Problem` ... */
export type * from './generated/openapi.ts';
export type { OperationEntry } from './operations.ts';
export { listReadings } from './readings.ts';
export type { Clause, Gap, KitTreatment, Level } from './rules.ts';

/** All schemas by name. */
export type Schemas = components['schemas'];

/** Name of a webhook event. */
export type EventType = Schemas['EventType'];

/** Parameters, bodies and responses of each operation, by `operationId`, webhooks included. */
export type operations = OperationTypes;

/** The operations by `operationId`, in the order of the contract. */
export const operations = operationTable;
