import type { components, operations as OperationTypes } from './generated/openapi.ts';

/*
 * Types of the bundled contract, for the members that the code reads. Schemas are JSON Schema and stay opaque. The catalog
 * and the public document are derived from the `x-` members.
 */

/** The ids of the 22 operations, without webhooks, which are named `on...`. */
export type OperationId = Exclude<keyof OperationTypes, `on${string}`>;

/** The six families of operations; also the names of the tags. */
export type ServiceId =
  | 'account_fleet_snapshot'
  | 'terminals_locations_telemetry'
  | 'transactions_processor_activity'
  | 'rms_commands_connectors_provisioning'
  | 'settlements_payouts_disputes'
  | 'compliance_vault_onboarding';

/** The privilege that an operation requires; `none` if any active key, or no key, is sufficient. */
export type OperationPrivilege =
  | 'none'
  | 'view_terminals'
  | 'view_transactions'
  | 'view_settlements'
  | 'derive_settlements'
  | 'view_disputes'
  | 'create_disputes'
  | 'view_connectors'
  | 'view_commands'
  | 'view_provisioning';

export type Access = 'read' | 'write';
export type FeedId = 'account' | 'terminal';
export type FeedCategoryName =
  | 'heartbeat'
  | 'status'
  | 'transaction'
  | 'alert'
  | 'switch-journal'
  | 'command'
  | 'provisioning';

/** A schema or another part whose members the code does not read by name. */
export type OpaqueJson = { readonly [member: string]: unknown };

/** The rules of an element: documented clauses, our choices, or both. */
export type Marks = {
  readonly 'x-clause'?: string | readonly string[];
  readonly 'x-assumed'?: string | readonly string[];
};

export type Reference = { readonly $ref: string };

export type ContractTag = Marks & {
  readonly name: ServiceId;
  /** Title of the family. */
  readonly description: string;
  readonly 'x-portal-surfaces': readonly {
    readonly surface_id: string;
    readonly title: string;
    readonly path: string;
  }[];
  readonly 'x-notes': readonly string[];
};

export type ContractParameter = Marks & {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: OpaqueJson;
  readonly example?: unknown;
};

export type ContractExample = { readonly summary: string; readonly description?: string; readonly value: unknown };

export type ContractMedia = {
  readonly schema: OpaqueJson;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ContractExample | Reference>>;
};

export type ContractHeader = Marks & {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: OpaqueJson;
  readonly example?: unknown;
};

export type ContractResponse = Marks & {
  readonly description: string;
  readonly headers?: Readonly<Record<string, ContractHeader | Reference>>;
  readonly content?: Readonly<Record<string, ContractMedia>>;
};

export type ContractRequestBody = Marks & {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: Readonly<Record<string, ContractMedia>>;
};

type AnyOperation = Marks & {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly ServiceId[];
  readonly security?: readonly OpaqueJson[];
  readonly parameters?: readonly (ContractParameter | Reference)[];
  readonly requestBody?: ContractRequestBody;
  readonly responses: Readonly<Record<string, ContractResponse | Reference>>;
};

export type ContractOperation = AnyOperation & {
  readonly operationId: OperationId;
  readonly 'x-service': ServiceId;
  readonly 'x-access': Access;
  readonly 'x-privilege': OperationPrivilege;
  readonly 'x-audience': 'public';
  /** Only on the two feeds: the categories of items by family. */
  readonly 'x-feed'?: {
    readonly feed_id: FeedId;
    readonly categories: Readonly<Partial<Record<ServiceId, readonly FeedCategoryName[]>>>;
  };
};

export type ContractWebhook = AnyOperation & {
  readonly operationId: string;
  readonly 'x-families': readonly ServiceId[];
  readonly 'x-levels': readonly ('account' | 'terminal')[];
  /** Whether it opens and closes an incident, or is sent once. */
  readonly 'x-kind': 'incident' | 'point';
  /** The privilege that a role needs to read the event: that of the operations with the same data. */
  readonly 'x-privilege': components['schemas']['Privilege'];
  /** Whether it is hidden from roles that may not see devices. */
  readonly 'x-about-devices'?: boolean;
};

export type ContractPath = { readonly get?: ContractOperation; readonly post?: ContractOperation };

/** The contract in one document: OpenAPI 3.1 with the members that this project adds. */
export type Contract = {
  readonly openapi: string;
  readonly info: OpaqueJson & { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly OpaqueJson[];
  readonly tags: readonly ContractTag[];
  readonly paths: Readonly<Record<string, ContractPath>>;
  readonly webhooks: Readonly<Record<components['schemas']['EventType'], { readonly post: ContractWebhook }>>;
  readonly components: {
    readonly examples: Readonly<Record<string, ContractExample>>;
    readonly headers: Readonly<Record<string, ContractHeader>>;
    readonly parameters: Readonly<Record<string, ContractParameter>>;
    readonly responses: Readonly<Record<string, ContractResponse>>;
    readonly schemas: Readonly<Record<string, OpaqueJson>>;
    readonly securitySchemes: Readonly<Record<string, OpaqueJson>>;
  };
};
