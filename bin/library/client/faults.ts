import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation } from '../../control/control-plane.ts';

/** Which requests or deliveries fail, and how, in the form of the control plane and of files for `fleetkit faults play`. */
export type NewFaultRule = SandboxSchemas['NewFaultRule'];

/** A fault rule with its id and its use. */
export type FaultRule = SandboxSchemas['FaultRule'];

/** Manages the rules by which the service fails on purpose. Each call rejects with a `SandboxRefusal` when refused. */
export interface SandboxFaults {
  /** Adds a rule after the others. Returns it with its id. */
  add(rule: NewFaultRule): Promise<FaultRule>;
  /** In the order of their evaluation. */
  list(): Promise<readonly FaultRule[]>;
  /** Replaces all rules. Returns the new ones. If one is not valid, nothing changes. */
  play(rules: readonly NewFaultRule[]): Promise<readonly FaultRule[]>;
  /** Removes the rule with this id, or all rules. */
  clear(faultId?: string): Promise<void>;
}

/** Calls the control plane for the library. */
export const createFaults = (call: CallOperation): SandboxFaults => ({
  add: (rule) => call('addFaultRule', { body: rule }),
  list: async () => (await call('listFaultRules')).data,
  play: async (rules) => (await call('replaceFaultRules', { body: { faults: [...rules] } })).data,
  async clear(faultId) {
    if (faultId === undefined) await call('clearFaultRules');
    else await call('removeFaultRule', { path: { fault_id: faultId } });
  },
});
