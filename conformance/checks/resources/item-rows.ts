import { type Exchange, isSuccess } from '../../http/client.ts';
import { findEntries, findTexts } from '../../reading/pointers.ts';
import { Concluded, notApplicable } from '../../reading/verdicts/verdict.ts';
import { showsNoRows } from '../../relations/rows/cells.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { readControl } from '../../slots/read-lists.ts';

/** A row about one item, with the id of the item. */
export interface SourceRow {
  readonly id: string;
  readonly value: unknown;
}

/** Reads the rows of all items of a kind. */
export type ItemSource = (context: {
  readonly reader: Principal;
  readonly bindings: Bindings;
}) => Promise<{ readonly exchange: Exchange; readonly rows: readonly SourceRow[] }>;

/** The places that describe all items: the list of connectors, and the terminals of the portal. */
export const ITEM_SOURCES = {
  connectors: async (context) => {
    const list = await context.reader.get('listConnectors');
    if (isSuccess(list) && showsNoRows(list.json))
      throw new Concluded(notApplicable(`${context.reader.name} sees no connector`, list));
    context.bindings.need('connectors.id');
    return readControl(context, 'listConnectors');
  },
  terminals: async ({ reader, bindings }) => {
    const [rows, id] = [bindings.need('portal.terminal_rows'), bindings.need('portal.terminal_id')];
    const exchange = await reader.get('getPortal');
    const found = findEntries(exchange.json, rows).flatMap(({ value, key }) => {
      const [terminal] = findTexts(value, id, key);
      return terminal === undefined ? [] : [{ id: terminal, value }];
    });
    return { exchange, rows: found };
  },
} satisfies Readonly<Record<string, ItemSource>>;
