import { type Exchange, isSuccess } from '../http/client.ts';
import type { SampleRecord } from '../reading/verdicts/sampling.ts';
import type { Visibility } from '../relations/survey/principals.ts';
import { listIds } from '../slots/read-lists.ts';

interface ItemKind {
  /** The parameter of paths and queries that names an item. */
  readonly parameter: string;
  /** In the plural, for reports. */
  readonly of: string;
  readonly listVisible: (sees: Visibility) => Iterable<string>;
}

const KINDS: readonly ItemKind[] = [
  { parameter: 'terminal_id', of: 'terminals', listVisible: ({ terminals }) => terminals },
  { parameter: 'group_id', of: 'terminal groups', listVisible: ({ groups }) => groups.keys() },
  { parameter: 'connector_id', of: 'connectors', listVisible: ({ connectors }) => connectors },
  {
    parameter: 'transaction_id',
    of: 'known transactions',
    listVisible: ({ transactions }) => listIds({ rows: transactions }),
  },
];

/**
 * Returns how many of the items that the keys see these exchanges read by id, for each kind that they read only in part. So no check
 * can test some terminals and report nothing about the others.
 */
export function listTestedItems(exchanges: readonly Exchange[], visibility: readonly Visibility[]): SampleRecord[] {
  return KINDS.flatMap(({ parameter, of, listVisible }) => {
    const visible = new Set(visibility.flatMap((sees) => [...listVisible(sees)]));
    const read = exchanges.filter(isSuccess).map(({ parameters }) => String(parameters[parameter]));
    const tested = new Set(read.filter((id) => visible.has(id))).size;
    return tested === 0 || tested === visible.size ? [] : [{ of, tested, total: visible.size }];
  });
}
