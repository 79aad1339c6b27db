import { type OperationId, operations } from '../../../spec/index.ts';
import { addRemedy, notApplicable, type Undecided, untestable } from '../../reading/verdicts/verdict.ts';
import { showsNoRows } from '../../relations/rows/cells.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Slot } from '../../slots/slots.ts';

/** The thing that the id in a path names, the lists that show it, and the config line for its id. */
interface Subject {
  readonly thing: string;
  readonly lists: readonly OperationId[];
  readonly slot: Slot;
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  transaction_id: { thing: 'transaction', lists: ['listTransactions', 'listDisputes'], slot: 'transactions.id' },
  connector_id: { thing: 'connector', lists: ['listConnectors'], slot: 'connectors.id' },
};

/**
 * Returns the verdict for a path that no key opened. The path does not apply if its id names a thing that no list shows to any key:
 * then the other paths of a rule decide it. Otherwise another key or a config line decides.
 */
export function explainUnreadPath(readers: readonly Principal[], operation: OperationId): Undecided {
  const { method, path } = operations[operation];
  const [, parameter = ''] = /\{(\w+)\}/.exec(path) ?? [];
  const subject = SUBJECTS[parameter];
  const reason = `no key can read ${method} ${path}`;
  if (subject === undefined || !readers.some(({ sees }) => sees.responses.has(subject.lists[0] ?? operation)))
    return addRemedy(untestable(`${reason}; add one that can with --key NAME=KEY`), { kind: 'reading-key' });
  const read = readers.flatMap(({ sees }) => subject.lists.flatMap((list) => sees.responses.get(list) ?? []));
  if (read.every(({ json }) => showsNoRows(json)))
    return notApplicable(`${reason}: the lists show no ${subject.thing} to any key`, ...read.slice(0, 1));
  const advice = `set bindings.${subject.slot} in the config, or add a key that sees one with --key NAME=KEY`;
  return addRemedy(untestable(`${reason}: no id of a ${subject.thing} was found; ${advice}`), {
    kind: 'binding',
    name: subject.slot,
  });
}
