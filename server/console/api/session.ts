import { computed, signal } from '@preact/signals';
import type { Portal, SandboxUser } from './types.ts';

/** The credentials of this tab. They are kept in its session storage only. */
export interface Session {
  readonly apiKey?: string | undefined;
  readonly operatorToken?: string | undefined;
  /** Whether a link for a guest began the session. */
  readonly isGuest?: boolean | undefined;
}

const STORAGE = 'fleetkit-session';

export const session = signal<Session | undefined>(readStoredSession());

/** The portal of the chosen user; undefined until it has been read. */
export const portal = signal<Portal | undefined>(undefined);

/** All users and keys, for the operator. */
export const users = signal<readonly SandboxUser[]>([]);

/** Whether the keys that the documentation publishes are valid here. The page of a server with private keys states that they are not. */
export const arePublishedKeysValid = (): boolean => document.getElementById('console')?.dataset.keys !== 'private';

/** Why the previous session ended. */
export const signOutReason = signal<string | undefined>(undefined);

export const isOperator = computed(() => session.value?.operatorToken !== undefined);

/** Whether a link for a guest began the session. */
export const isGuest = computed(() => session.value?.isGuest === true);

/** Whether the chosen user may use the control plane: events, deliveries, destinations. */
export const mayManage = computed(() => portal.value?.access_flags.can_manage_configuration === true);

export function startSession(next: Session): void {
  session.value = next;
  signOutReason.value = undefined;
  sessionStorage.setItem(STORAGE, JSON.stringify(next));
}

/** Forgets the credentials. `reason` is shown on the page to sign in. */
export function endSession(reason?: string): void {
  session.value = undefined;
  portal.value = undefined;
  users.value = [];
  signOutReason.value = reason;
  sessionStorage.removeItem(STORAGE);
}

function readStoredSession(): Session | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as Session) : undefined;
  } catch {
    return undefined;
  }
}
