import type { Access, Contract, OperationId, OperationPrivilege, ServiceId } from './contract-document.ts';
import document from './generated/openapi.json' with { type: 'json' };
import type { components, operations as OperationTypes } from './generated/openapi.ts';

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
export { type ClauseId, clauses, type GapId, gaps } from './generated/clause-ids.ts';
/** The types of all schemas of the contract by name: `TransactionRow`, `DisputeCase`, `Problem` ... */
export type * from './generated/openapi.ts';
export type { Clause, Gap, KitTreatment, Level } from './rules.ts';

/** All schemas by name. */
export type Schemas = components['schemas'];

/** Name of a webhook event. */
export type EventType = Schemas['EventType'];

/** The bundled contract. The server implements it, and the kit checks other servers against it. */
export const contract = document as unknown as Contract; // generated; spec/contract.test.ts validates its shape

/** The method and path of an operation, and who may use it. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST';
  /** With placeholders in braces. */
  readonly path: string;
  readonly service: ServiceId;
  readonly access: Access;
  readonly privilege: OperationPrivilege;
  /** Whether it needs no key. */
  readonly isPublic: boolean;
}

/** Parameters, bodies and responses of each operation, by `operationId`, webhooks included. */
export type operations = OperationTypes;

/** The 22 operations by `operationId`, in the order of the contract. */
export const operations: Readonly<Record<OperationId, OperationEntry>> = buildOperationTable();

/** Returns the values of an enumeration of the contract: `valuesOf('EventType')`. */
export function getEnumValues<Name extends EnumName>(name: Name): readonly Schemas[Name][] {
  return contract.components.schemas[name]?.enum as readonly Schemas[Name][]; // both come from the same schema
}

/** The names of the schemas that are enumerations. */
export type EnumName = {
  [Name in keyof Schemas]: Schemas[Name] extends string ? (string extends Schemas[Name] ? never : Name) : never;
}[keyof Schemas];

function buildOperationTable(): Record<OperationId, OperationEntry> {
  const entries = Object.entries(contract.paths).flatMap(([path, { get, post }]) =>
    [['GET', get] as const, ['POST', post] as const].flatMap(([method, operation]) => {
      if (operation === undefined) return [];
      const entry: OperationEntry = {
        method,
        path,
        service: operation['x-service'],
        access: operation['x-access'],
        privilege: operation['x-privilege'],
        isPublic: operation.security?.length === 0,
      };
      return [[operation.operationId, entry] as const];
    }),
  );
  return Object.fromEntries(entries) as Record<OperationId, OperationEntry>; // the ids come from the same document
}
