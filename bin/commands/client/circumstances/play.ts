import type { TaskName } from '../../../../conformance/client/core/tasks.ts';
import { type ListPlan, pageLists, serveSandbox } from '../playing/lists.ts';
import type { Wrap } from '../playing/reply.ts';
import type { Stage } from '../playing/stage.ts';
import { prepareTask } from '../playing/tasks.ts';
import type { FleetPlan } from '../playing/world.ts';
import { spreadAmounts } from './amounts.ts';

/** How a circumstance is played. */
export interface Play {
  /** Differences from the usual fleet. */
  readonly fleet?: () => Partial<FleetPlan>;
  /** Whether the service has a certificate of an authority that no client knows. */
  readonly isUntrusted?: true;
  act(stage: Stage, task: TaskName): Promise<void>;
}

/** Parts of a play with one run. */
export interface OneRun {
  readonly fleet?: () => Partial<FleetPlan>;
  readonly plan?: (stage: Stage) => ListPlan;
  /** The failures of the service, in front of its lists. */
  readonly wrap?: (stage: Stage, task: TaskName) => Wrap;
  readonly isUntrusted?: true;
  /** The local day of the task `sum_withdrawn`. */
  readonly date?: string;
}

/** Plays a circumstance with one run of one task. */
export const playOnce = ({ fleet, plan, wrap, isUntrusted, date }: OneRun): Play => ({
  ...(fleet === undefined ? {} : { fleet }),
  ...(isUntrusted === undefined ? {} : { isUntrusted }),
  async act(stage, task) {
    const { world } = stage;
    const lists = { ...(task === 'top_transactions' ? spreadAmountsOf(stage) : {}), ...plan?.(stage) };
    const service = pageLists(world, lists)(serveSandbox(world));
    stage.serve(wrap?.(stage, task)(service) ?? service);
    await stage.run(await prepareTask(task, { world, plan: lists, ...(date === undefined ? {} : { date }) }));
  },
});

/** Amounts that differ, so that their order is unambiguous. */
const spreadAmountsOf = ({ world }: Stage): ListPlan => ({ changeRows: (rows) => spreadAmounts(rows, world.salt) });
