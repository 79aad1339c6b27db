import type { DeliveryService } from '../../delivery/service/delivery-service.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { ReplyCheck } from '../check/reply-check.ts';
import type { WorldCapacity } from '../edge/capacity.ts';
import type { Work } from '../exchange/work-queue.ts';
import type { SignIn } from '../request/3-caller/callers.ts';
import type { RequestLog } from '../streams/request-log.ts';
import type { ConformanceRuns } from './conformance/conformance-runs.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/** Dependencies of the control plane. */
export interface ControlDependencies {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly requests: RequestLog;
  readonly deliveryService: DeliveryService;
  /** Returns why a destination may not have `url`, or undefined if it may. */
  readonly findRefusal: (url: string) => string | undefined;
  /** Runs expensive handlers in slices. */
  readonly queue: Work;
  readonly signIn: SignIn;
  readonly capacity: WorldCapacity;
  /** Loads the runs of the kit. Undefined: the server runs no kit. */
  readonly conformanceRuns: (() => Promise<ConformanceRuns>) | undefined;
  /** Undefined: there are no workspaces. */
  readonly workspaces: (() => Promise<WorkspaceOperations>) | undefined;
}
