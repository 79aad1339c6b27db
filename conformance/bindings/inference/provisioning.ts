import { findValue } from '../../oracles/pointers.ts';
import { bindColumn } from './bind-columns.ts';
import type { Column } from './columns.ts';
import { type InferenceState, readWithAllKeys } from './inference-state.ts';
import { readTerminalIds } from './known-ids.ts';
import { splitWords } from './synonyms.ts';

/** Binds the job in a provisioning payload. */
export async function bindProvisioning(state: InferenceState): Promise<void> {
  const terminals = await readTerminalIds(state);
  const bodies: unknown[] = [];
  for (const terminal_id of terminals.slice(0, 3)) {
    for (const { json } of await readWithAllKeys(state, 'getProvisioningPayload', { terminal_id })) bodies.push(json);
  }
  const names = [...new Set(bodies.flatMap((body) => Object.keys(Object(body))))];
  const columns = names.map((name): Column => {
    const held = bodies.map((body) => [findValue(body, `/${name}`)]);
    return {
      pointer: `/${name}`,
      nameWords: splitWords(name),
      descriptionWords: [],
      enumValues: [],
      valuesBySample: held,
      values: held.flat().filter((value) => value !== null && value !== undefined),
    };
  });
  bindColumn(state, columns, 'provisioning.job', { names: [['job']], fits: () => true });
}
