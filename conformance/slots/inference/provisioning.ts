import { bindColumn } from './bind-columns.ts';
import { collectColumns, isOutsideLists } from './columns/columns.ts';
import { type InferenceState, readWithAnyKey } from './columns/inference-state.ts';
import { findContents } from './columns/logical-path.ts';
import { readTerminalIds } from './known-ids.ts';

/** Binds the job in a provisioning payload. */
export async function bindProvisioning(state: InferenceState): Promise<void> {
  const terminals = await readTerminalIds(state);
  const bodies: unknown[] = [];
  for (const terminal_id of terminals.slice(0, 3)) {
    const answer = await readWithAnyKey(state, 'getProvisioningPayload', { terminal_id });
    if (answer !== undefined) bodies.push(answer.json);
  }
  const columns = collectColumns(bodies, new Map(), { contents: findContents(bodies[0]) }).filter(
    (column) => isOutsideLists(column) && column.path.length <= 2,
  );
  bindColumn(state, 'provisioning.job', { columns, names: [['job']], fits: () => true, isContainer: true });
}
