import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { JournalImported } from '../world/state/facts.ts';
import type { IssuedKey } from '../world/state/issued-keys.ts';
import type { RealMs, SandboxMs } from '../world/state/time.ts';

/** The name of a quota. */
export type QuotaName = SandboxSchemas['QuotaName'];

/** The quotas by name, in the order of the contract. */
const QUOTA_NAMES: Readonly<Record<QuotaName, true>> = {
  requests_per_minute: true,
  writes_per_minute: true,
  facts: true,
  destinations: true,
  inbox_bytes: true,
  delivery_bytes: true,
  advance_seconds_per_hour: true,
  clock_days: true,
  stored_bytes: true,
  event_streams: true,
  requests_in_flight: true,
  delayed_requests: true,
};
export const quotaNames = Object.keys(QUOTA_NAMES) as readonly QuotaName[]; // keys of a literal

/** Limits by name. An absent one does not limit. */
export type Quotas = Readonly<Partial<Record<QuotaName, number>>>;

/** An isolated world on a shared server. It has separate stores. @see gap sandbox.workspaces */
export interface Workspace {
  /** Twelve digits and lower-case letters. They are a part of its keys, of its token and of its base path. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly seed: number;
  /** The start of its clock, in epoch milliseconds. Undefined in those of earlier versions, which start with the fleets. */
  readonly startMs?: number;
  /** Number of terminals of Atlas; undefined without that tenant. */
  readonly terminals?: number;
  /** The texts of its fleet files. */
  readonly fleetFiles?: readonly string[];
  /** SHA-256 of its operator token, base64url. */
  readonly operatorDigest: string;
  /** The keys that were issued with it. Later ones are facts of its journal. */
  readonly keys: readonly IssuedKey[];
  readonly createdAtMs: RealMs;
  /** On the real clock; null if it is kept. */
  readonly expiresAtMs: RealMs | null;
  readonly quotas: Quotas;
  /** Where its world comes from; undefined for a new one. */
  readonly fork?: WorkspaceFork;
}

/** The origin of a workspace that is a fork. */
export interface WorkspaceFork {
  /** The id of the world that was forked: a workspace, or `main`. */
  readonly from: string;
  readonly atMs: SandboxMs;
  /** The name of the workspace from which all forks between descend; undefined for forks of the main world. */
  readonly root?: string;
  /** The first fact of its journal, until it is recorded there. */
  readonly fact?: JournalImported;
}

const WORKSPACE_ID = /^ws_([0-9a-z]{12})$/;
const OPERATOR_TOKEN = /^opr-ws-([0-9a-z]{12})-[0-9a-z]{32}$/;
const BASE_PATH = /^\/w\/ws_([0-9a-z]{12})(?=[/?]|$)/;

export const formatWorkspaceId = (name: string): string => `ws_${name}`;
export const formatBasePath = (name: string): string => `/w/${formatWorkspaceId(name)}`;

/** Returns the name in an id; undefined for a text of another form. */
export const parseWorkspaceId = (id: string): string | undefined => WORKSPACE_ID.exec(id)?.[1];

/** Returns the name in an operator token of a workspace; undefined for any other text. */
export const parseOperatorToken = (token: string): string | undefined => OPERATOR_TOKEN.exec(token)?.[1];

/** Returns the name in a request target that begins with the base path of a workspace; undefined for any other. */
export const parseBasePath = (target: string): string | undefined => BASE_PATH.exec(target)?.[1];

/** Returns the target without the base path of a workspace. */
export function removeBasePath(target: string): string {
  const rest = target.replace(BASE_PATH, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Whether the workspace no longer exists at an instant of the real clock. */
export const isExpired = ({ expiresAtMs }: Workspace, nowMs: RealMs): boolean =>
  expiresAtMs !== null && expiresAtMs <= nowMs;
