/* The members of a fleet file on which the laws depend. The others are of any form that the schema allows. */

export interface FleetFile extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly tenant_id: string;
  readonly timezone: string;
  readonly accounts: readonly FileAccount[];
  readonly users: readonly FileUser[];
  readonly groups: readonly FileGroup[];
  readonly defaults: FileTerminalValues;
  readonly terminals: readonly FileTerminal[] | number;
  readonly settlement: FileSettlement;
  readonly disputes: readonly FileDispute[];
  readonly dispute_response_days?: number;
  readonly policy: Readonly<Record<string, unknown>>;
}

export interface FileAccount extends Readonly<Record<string, unknown>> {
  readonly account_id: string;
  readonly parent_account_id?: string;
}

export interface FileUser extends Readonly<Record<string, unknown>> {
  readonly user_id: string;
  readonly role: string;
  readonly account_id?: string;
  readonly assigned?: { readonly group_ids?: readonly string[]; readonly terminal_ids?: readonly string[] };
  readonly keys: readonly (string | FileKey)[];
}

export interface FileKey {
  readonly key: string;
  readonly created_at?: string;
  readonly expires_at?: string | null;
  readonly is_revoked?: boolean;
}

export interface FileGroup extends Readonly<Record<string, unknown>> {
  readonly group_id: string;
  readonly parent_group_id?: string | null;
  readonly terminal_ids?: readonly string[];
}

export type Part = 'vault_cash' | 'surcharge' | 'interchange';

export interface FileTerminalValues extends Readonly<Record<string, unknown>> {
  readonly account_id?: string;
  readonly status?: string;
  readonly payees?: Partial<Readonly<Record<Part, string>>>;
  readonly surcharge?: FileSurcharge;
  readonly hardware?: Readonly<Record<string, unknown>> & { readonly clock_skew_seconds?: number };
}

export interface FileSurcharge {
  readonly mode: 'flat' | 'greater_of' | 'none' | 'percent';
  readonly flat_cents?: number;
  readonly percent_basis_points?: number;
  readonly is_in_surcharge_free_program?: boolean;
}

export interface FileAttempt extends Readonly<Record<string, unknown>> {
  readonly at: string;
  readonly amount_cents: number;
}

export interface FileTerminal extends FileTerminalValues {
  readonly terminal_id: string;
  readonly edges: Readonly<Record<string, unknown>> & { readonly attempts?: readonly FileAttempt[] };
}

export interface FileDispute extends Readonly<Record<string, unknown>> {
  readonly terminal_id: string;
}

export interface FileSettlement extends Readonly<Record<string, unknown>> {
  readonly cutoff_local?: string;
  readonly by_hand_from?: string | null;
}
