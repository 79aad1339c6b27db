import type { UserFixture } from '../../fixtures/model.ts';
import type { Books } from './books.ts';
import type { Partition } from './partition.ts';
import type { TenantState } from './tenant.ts';
import type { SandboxMs } from './time.ts';

/** What the parts of a scope are made from: one user's partition of one tenant, at one instant. */
export interface Look {
  readonly state: TenantState;
  readonly partition: Partition;
  readonly nowMs: SandboxMs;
  readonly user: UserFixture;
  readonly newId: (prefix: string) => string;
  /** Opened only when money is asked for. */
  readonly books: () => Books;
}
