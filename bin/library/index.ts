import '../../base/require-node.ts';

/*
 * The library: a sandbox in the user's own tests.
 *
 *   import { startSandbox } from 'fleetkit';
 */

export type * from '../scenarios/played-scenario.ts';
export { ScenarioInterrupted } from '../scenarios/scenario-interrupted.ts';
export type { FaultRule, NewFaultRule, SandboxFaults } from './client/faults.ts';
export type { ListedRequest, RequestFilter, SandboxRequests, WaitForRequestOptions } from './client/requests.ts';
export type {
  DeliveryFilter,
  DestinationName,
  DestinationPlace,
  NewDestination,
  SandboxDestinations,
} from './client/webhooks.ts';
export type { DestinationOptions } from './options/delivery-options.ts';
export type { ForkOptions, WorkspaceOptions } from './remote-workspace.ts';
export {
  type OutcomeOptions,
  type Sandbox,
  type SandboxClock,
  type SandboxOptions,
  startSandbox,
  type TriggeredEvent,
  type TriggeredOutcome,
  type TriggerOptions,
} from './sandbox.ts';
export { SandboxRefusal } from './sandbox-refusal.ts';
