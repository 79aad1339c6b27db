import type { UserFixture } from '../../../fixtures/model/model.ts';
import type { TenantBooks } from '../books/ledger.ts';
import type { TenantState } from '../state/tenant.ts';
import type { SandboxMs } from '../state/time.ts';
import type { Partition } from './partition.ts';

/** The input of the parts of a scope: one user's partition of one tenant at one instant. */
export interface ScopeContext {
  readonly state: TenantState;
  readonly partition: Partition;
  readonly nowMs: SandboxMs;
  readonly user: UserFixture;
  readonly newId: (prefix: string) => string;
  /** Computed only when needed. */
  readonly books: () => TenantBooks;
}
