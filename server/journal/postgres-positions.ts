import type { PostgresConnection } from '../storage/postgres/connection.ts';
import { WorldDeleted } from '../storage/world-deleted.ts';
import { type Position, position } from '../world/state/facts.ts';

interface Batch {
  readonly workspaces: Set<string>;
  readonly positions: Promise<ReadonlyMap<string, Position>>;
}

/**
 * Reads the latest positions of the journals in a database, of all worlds with one query at a time. A call never gets the
 * result of a query that started before it, so it sees every write that any replica acknowledged before. Calls during a
 * query share the next one.
 */
export class JournalPositions {
  readonly #connection: PostgresConnection;
  #running: Promise<unknown> | undefined;
  #next: Batch | undefined;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  /** Returns the position of the latest fact of a world. Rejects with `WorldDeleted` if the world was deleted. */
  async read(workspace: string): Promise<Position> {
    this.#next ??= this.#prepare();
    const { workspaces, positions } = this.#next;
    workspaces.add(workspace);
    const found = (await positions).get(workspace);
    if (found === undefined) throw new WorldDeleted();
    return found;
  }

  #prepare(): Batch {
    const workspaces = new Set<string>();
    const before = this.#running ?? Promise.resolve();
    const positions = before.then(() => {
      this.#next = undefined;
      const query = this.#readAll(workspaces);
      const running = query.then(
        () => undefined,
        () => undefined,
      );
      this.#running = running;
      return query;
    });
    return { workspaces, positions };
  }

  async #readAll(workspaces: ReadonlySet<string>): Promise<ReadonlyMap<string, Position>> {
    const rows = await this.#connection.queryPositions<{ workspace: string; position: number }>(
      'SELECT workspace, position FROM fleetkit.journal_heads WHERE workspace = ANY($1)',
      [[...workspaces]],
    );
    return new Map(rows.map(({ workspace, position: last }) => [workspace, position(last)]));
  }
}
