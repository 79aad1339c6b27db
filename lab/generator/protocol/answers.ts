import type { LogicalRecord, Value } from '../model/values.ts';
import type { Json, JsonObject } from './json.ts';

/** Why a request is refused. The shape chooses status and body. */
export type RefusalReason =
  | 'missing-key'
  | 'invalid-key'
  | 'denied-area'
  | 'forbidden-write'
  | 'not-found'
  | 'foreign'
  | 'bad-parameter'
  | 'bad-body'
  | 'conflict'
  | 'unknown-path'
  | 'method'
  | 'too-many';

export interface Refusal {
  readonly kind: 'refusal';
  readonly reason: RefusalReason;
  /** A status that replaces the one of the shape. */
  readonly status?: number;
}

export interface PageInfo {
  readonly total: number;
  readonly offset: number;
  readonly size: number;
  /** The query of the next page; `undefined` on the last one. */
  readonly next: URLSearchParams | undefined;
  readonly path: string;
}

export interface Totals {
  readonly surcharge: number;
  readonly withdrawn: number;
  readonly rowCount: number;
  /** The only total that is shown, where a fault leaves out the other. */
  readonly only?: 'surcharge' | 'withdrawn';
}

export interface ListAnswer {
  readonly kind: 'list';
  readonly name: string;
  readonly records: readonly LogicalRecord[];
  readonly page?: PageInfo;
  readonly totals?: Totals;
  readonly isOfTerminal?: boolean;
  readonly status?: number;
}

export interface RecordAnswer {
  readonly kind: 'record';
  readonly name: string;
  readonly record: LogicalRecord;
  readonly status?: number;
  /** The path of the Location header. */
  readonly location?: string;
}

/** A group of the portal snapshot: a list, a record or a plain value. */
export interface Section {
  readonly name: string;
  readonly content: Value;
}

export interface PortalAnswer {
  readonly kind: 'portal';
  readonly sections: readonly Section[];
}

export interface CatalogEndpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export interface CatalogGroup {
  readonly service: string;
  readonly portalSurfaces: readonly string[];
  readonly endpoints: readonly CatalogEndpoint[];
  readonly events: readonly string[];
  readonly feeds: readonly string[];
  readonly notes: readonly string[];
  /** Members that a fault leaves out. */
  readonly without?: readonly string[];
  /** Members that a fault renames. */
  readonly renamed?: Readonly<Record<string, string>>;
}

export interface CatalogAnswer {
  readonly kind: 'catalog';
  readonly groups: readonly CatalogGroup[];
}

export type FeedKind = 'status' | 'transaction' | 'incident' | 'journal' | 'command' | 'job';

export interface FeedItem {
  readonly key: string;
  readonly kind: FeedKind;
  readonly terminalKey: string;
  readonly atMs: number;
  readonly text: string;
  readonly event?: string;
  /** The completed amount in minor units, of a transaction. */
  readonly amount?: number;
  readonly transactionKey?: string;
}

export interface FeedAnswer {
  readonly kind: 'feed';
  readonly title: string;
  readonly items: readonly FeedItem[];
}

export interface OpenapiAnswer {
  readonly kind: 'openapi';
  readonly schemas: ReadonlyMap<string, JsonObject>;
  readonly bodies: ReadonlyMap<string, { readonly contentType: string; readonly schema: JsonObject }>;
}

export interface BrandingAnswer {
  readonly kind: 'branding';
}

export type Answer =
  | Refusal
  | ListAnswer
  | RecordAnswer
  | PortalAnswer
  | CatalogAnswer
  | FeedAnswer
  | OpenapiAnswer
  | BrandingAnswer
  | ExtraAnswer
  | { readonly kind: 'redirect'; readonly path: string }
  | { readonly kind: 'timeline'; readonly transaction: LogicalRecord; readonly steps: readonly LogicalRecord[] }
  | { readonly kind: 'monitoring'; readonly record: LogicalRecord }
  | { readonly kind: 'export'; readonly record: LogicalRecord }
  | {
      readonly kind: 'accepted';
      readonly status: number;
      readonly body: 'id' | 'job' | 'counts' | 'nothing';
      readonly record?: LogicalRecord;
      readonly count?: number;
    };

/** The reply of an endpoint that the document does not name. */
export interface ExtraAnswer {
  readonly kind: 'extra';
  readonly status: number;
  readonly json: Json;
}

export function refuse(reason: RefusalReason, status?: number): Refusal {
  return status === undefined ? { kind: 'refusal', reason } : { kind: 'refusal', reason, status };
}
