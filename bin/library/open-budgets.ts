import { type CreateBudgets, createLocalBudgets } from '../../base/budgets.ts';
import type { RealMs } from '../../server/world/state/time.ts';
import type { Stores } from './stores.ts';

/** The budgets of a process. */
interface OpenBudgets {
  readonly create: CreateBudgets;
  /** Forgets the budgets whose scope begins with `prefix`. */
  readonly forget: (prefix: string) => void;
  close(): void;
}

/** Opens the budgets of limits and quotas. With a database, they count what all replicas receive. */
export async function openBudgets({ shared }: Stores, realNow: () => RealMs): Promise<OpenBudgets> {
  if (shared === undefined)
    return { create: createLocalBudgets(realNow), forget: () => undefined, close: () => undefined };
  const { SharedBudgets } = await import('../../server/limits/shared-budgets.ts');
  const { createCountExchange } = await import('../../server/storage/postgres/shared-counts.ts');
  const budgets = new SharedBudgets(createCountExchange(shared.database.connection), realNow);
  return { create: budgets.create, forget: (prefix) => budgets.forget(prefix), close: () => budgets.close() };
}
