import type { Database } from '../../storage/connection.ts';
import type { DestinationHealth, DestinationKey, FanOutProgress } from './delivery-store.ts';

/** Prepared statements for fan-out progress and the health of destinations. */
export class ProgressTable {
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database) {
    this.statements = prepareStatements(database);
  }

  readProgress(tenantId: string): FanOutProgress | undefined {
    const row = this.statements.progress.get(tenantId);
    return row && (JSON.parse(String(row.progress)) as FanOutProgress); // stored by this class
  }

  setProgress(tenantId: string, progress: FanOutProgress): void {
    this.statements.setProgress.run(tenantId, JSON.stringify(progress));
  }

  readHealth({ tenantId, destinationId }: DestinationKey): DestinationHealth | undefined {
    const row = this.statements.health.get(tenantId, destinationId);
    return row && (JSON.parse(String(row.health)) as DestinationHealth); // stored by this class
  }

  setHealth({ tenantId, destinationId }: DestinationKey, health: DestinationHealth): void {
    this.statements.setHealth.run(tenantId, destinationId, JSON.stringify(health));
  }

  deleteHealths(tenantId: string): void {
    this.statements.deleteHealth.run(tenantId);
  }
}

const prepareStatements = (database: Database) => ({
  progress: database.prepare('SELECT progress FROM fan_out_progress WHERE tenant = ?'),
  setProgress: database.prepare('INSERT OR REPLACE INTO fan_out_progress (tenant, progress) VALUES (?, ?)'),
  health: database.prepare('SELECT health FROM destination_health WHERE tenant = ? AND destination = ?'),
  setHealth: database.prepare(
    'INSERT OR REPLACE INTO destination_health (tenant, destination, health) VALUES (?, ?, ?)',
  ),
  deleteHealth: database.prepare('DELETE FROM destination_health WHERE tenant = ?'),
});
