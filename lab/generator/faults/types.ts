import type { Choices } from '../dimensions/index.ts';
import type { Scope } from '../model/scope.ts';
import type { Batch, Dispute, Group, Terminal, Transaction, User, World } from '../model/types.ts';
import type { LogicalRecord } from '../model/values.ts';
import type { CatalogGroup, FeedItem, Section, Totals } from '../protocol/answers.ts';
import type { OperationId } from '../protocol/operations.ts';
import type { Shape } from '../shape.ts';

/** The request that a fault acts in. */
export interface FaultContext {
  readonly operation: OperationId;
  readonly scope: Scope;
  readonly query: URLSearchParams;
  readonly choices: Choices;
  /** The number of requests that the service has received. */
  readonly requestNumber: number;
  /** The entity that the path names, by key. */
  readonly targetKey?: string;
}

export interface FilterContext extends FaultContext {
  readonly terminal: Terminal | undefined;
  readonly group: Group | undefined;
  /** The rows before the filters. */
  readonly all: readonly Transaction[];
}

export interface PageContext extends FaultContext {
  /** The rows of the whole list, in order. */
  readonly all: readonly Transaction[];
  readonly offset: number;
  readonly limit: number | undefined;
}

/** The places of the logical model at which a fault may act. Each receives the right value and returns the wrong one. */
export interface FaultHooks {
  authenticate?(
    user: User | undefined,
    request: { key: string | undefined; world: World; operation: OperationId },
  ): User | undefined;
  scope?(scope: Scope, context: { operation: OperationId; choices: Choices }): Scope;
  mayWrite?(may: boolean, context: FaultContext): boolean;
  filter?(rows: Transaction[], context: FilterContext): Transaction[];
  sort?(rows: Transaction[], context: FaultContext): Transaction[];
  page?(rows: Transaction[], context: PageContext): Transaction[];
  /** Returns whether valid parameters are refused. */
  refuseQuery?(context: FaultContext): boolean;
  /** Changes the number of all rows that a page shows. */
  pageTotal?(total: number, context: FaultContext): number;
  /** Returns no totals to leave the summary out. */
  totals?(totals: Totals, context: PageContext): Totals | undefined;
  record?(record: LogicalRecord, context: FaultContext): LogicalRecord;
  list?(records: LogicalRecord[], context: FaultContext): LogicalRecord[];
  portal?(sections: Section[], context: FaultContext): Section[];
  catalog?(groups: CatalogGroup[], context: FaultContext): CatalogGroup[];
  feed?(items: FeedItem[], context: FaultContext): FeedItem[];
  /** Returns whether the service lacks the operation. */
  isMissing?(operation: OperationId): boolean;
  /** Returns what a write keeps. */
  write?<Entity extends Batch | Dispute>(entities: Entity[], context: FaultContext): Entity[];
  /** Acts on the world although a write is refused. */
  refusedWrite?(context: FaultContext, keep: () => void): void;
  /** The OpenAPI document, as a JSON-like value, before it is written. */
  paths?(paths: { method: string; path: string }[]): { method: string; path: string }[];
  /** The content type and further headers of a reply. */
  headers?(headers: Record<string, string>, context: { operation: OperationId }): Record<string, string>;
}

export interface Fault {
  readonly id: string;
  readonly section: string;
  /** A paraphrase of the rule of the document that the fault violates. */
  readonly rule: string;
  readonly title: string;
  /** Only a strict reading is violated: a kit may miss the fault with good reason. */
  readonly isWeak: boolean;
  isApplicable(shape: Shape): boolean;
  /** Creates the hooks of one service; a fault may keep state in them. */
  create(shape: Shape): FaultHooks;
}
