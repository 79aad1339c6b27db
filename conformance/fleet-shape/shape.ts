import type { Schemas } from '../../spec/index.ts';

/*
 * The shape of a deployment: numbers, references by index, and words of closed lists. Its types have no place for a text of the
 * deployment. The order of terminals, groups and connectors is drawn from a salt.
 */

export interface CassetteShape {
  readonly denominationCents: number;
  readonly capacityNotes?: number;
}

/** A terminal. Absent members were not found in the deployment. */
export interface TerminalShape {
  readonly timezone?: string;
  readonly siteType?: Schemas['SiteType'];
  readonly placement?: Schemas['Placement'];
  /** One of the models that the caller knows. */
  readonly model?: string;
  readonly linkType?: Schemas['LinkType'];
  /** A state in which it does not work until a user changes it. */
  readonly status?: 'suspended' | 'decommissioned' | 'never_reported';
  readonly installedYear?: number;
  readonly cassettes?: readonly CassetteShape[];
  readonly surchargeCents?: number;
  readonly attemptsPerMonth?: number;
  readonly declineShare?: number;
}

export interface GroupShape {
  readonly groupKind?: Schemas['GroupKind'];
  /** Index of the group above it. */
  readonly parent?: number;
  /** Indexes of its direct members. */
  readonly terminals: readonly number[];
}

export interface ConnectorShape {
  readonly connectorType?: Schemas['ConnectorType'];
  readonly protocol?: Schemas['ConnectorProtocol'];
}

/** The scope of one of the given keys. */
export interface KeyShape {
  readonly role?: Schemas['Role'];
  /** The number of its account: equal for keys of one account. */
  readonly account: number;
  readonly terminals: readonly number[];
}

export interface FleetShape {
  readonly terminals: readonly TerminalShape[];
  readonly groups: readonly GroupShape[];
  readonly connectors: readonly ConnectorShape[];
  readonly keys: readonly KeyShape[];
}

/** A property of the shape, for how many of its holders the deployment states it, and why it is incomplete. */
export interface ShapeNote {
  readonly property: string;
  readonly found: number;
  readonly of: number;
  readonly reason?: string;
}
