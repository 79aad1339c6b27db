import type { Ledger } from '../../../fixtures/cash/ledger.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import type { DisputeCase } from '../../../fixtures/model/disputes.ts';
import type { ConnectorFixture, GroupFixture, TenantFixture, TerminalFixture } from '../../../fixtures/model/model.ts';
import type { Batch } from '../../../fixtures/model/settlements.ts';
import type { StreamSource } from '../../../fixtures/model/stream-types.ts';
import type { DestinationAlert } from './destination-alerts.ts';
import type { Destination } from './destinations.ts';
import type { Fact, KeptReply, Position } from './facts.ts';
import type { GrownList, GrownMap } from './persistent-collections.ts';
import type { SandboxMs } from './time.ts';

/** A terminal with its streams, from which all its data is computed. */
export interface Terminal {
  readonly terminalId: string;
  readonly locationId: string;
  readonly fixture: TerminalFixture;
  readonly source: StreamSource;
  readonly ledger: Ledger;
  /** Groups with this terminal as a direct member. */
  readonly groupIds: readonly string[];
}

/** A group with the members that one user may see. */
export interface VisibleGroup {
  readonly fixture: GroupFixture;
  /** Also null if the parent is not visible. */
  readonly parentGroupId: string | null;
  /** Visible members of it and of its descendants, in fleet order. */
  readonly terminals: readonly Terminal[];
}

/** A connector as one user sees it; `terminals` are the visible ones that depend on it. */
export interface VisibleConnector {
  readonly fixture: ConnectorFixture;
  readonly terminals: readonly Terminal[];
}

/** A tenant generated from the seed, with the causes that users added. */
export interface GeneratedTenant {
  readonly seed: number;
  /** As in its file, but with the connector outages that users added. */
  readonly fixture: TenantFixture;
  /** The tenant before the first cause; undefined if there is none. */
  readonly pristine: GeneratedTenant | undefined;
  /** Ordered by time. */
  readonly causes: readonly Cause[];
  readonly terminals: readonly Terminal[];
  readonly terminalsById: ReadonlyMap<string, Terminal>;
}

/** A fact with the position of its journal entry, which is that of the entry's last fact. */
export interface RecordedFact {
  readonly fact: Fact;
  readonly position: Position;
}

/** An alert with the position of its fact, in whose order alerts are fanned out. */
export interface RecordedAlert {
  readonly alert: DestinationAlert;
  readonly position: Position;
}

/** A tenant after the facts up to `position`. */
export interface TenantState {
  readonly generated: GeneratedTenant;
  readonly position: Position;
  /** Disputes opened by users, in order of opening. */
  readonly openedDisputes: GrownList<DisputeCase>;
  /** Latest revision of each batch derived by users, by batch id. */
  readonly derivedBatches: ReadonlyMap<string, Batch>;
  /** All revisions, in order of derivation. */
  readonly everDerived: GrownList<Batch>;
  /** Replies kept for `Idempotency-Key`, by user, operation and key. */
  readonly keptReplies: GrownMap<KeptReply>;
  /** Its destinations by id, in order of registration. */
  readonly destinations: ReadonlyMap<string, Destination>;
  /** The account of each deleted destination by id, so that its deliveries remain readable. */
  readonly deletedDestinations: ReadonlyMap<string, string>;
  /** The reported failures of destinations, oldest first. */
  readonly destinationAlerts: GrownList<RecordedAlert>;
  /** Position of its latest reset; 0 before any. */
  readonly since: Position;
  /** The instant of the clock at its latest reset, or at the start. */
  readonly sinceMs: SandboxMs;
  /**
   * Number of facts since then, without those that no user caused. New ids depend on it, so that they repeat after a
   * reset.
   */
  readonly factCount: number;
  /** Part of new ids; 0 unless a reset requested new ids. */
  readonly idSalt: number;
  /** The facts since then, from which every state since then can be computed again. */
  readonly history: GrownList<RecordedFact>;
}
