import { RequestError, request } from '../api/request.ts';
import { endSession, portal, session, startSession, users } from '../api/session.ts';
import type { IssuedKey, Page, Portal, SandboxUser } from '../api/types.ts';

/** The user that the operator acts as first: an administrator of a whole fleet with a connector, groups and a history. */
const FIRST_USER = 'usr_nw_admin';

/** Signs in with an API key. Throws a `RequestError` if it is not valid. */
export async function signInWithKey(apiKey: string): Promise<void> {
  const found = await request<Portal>('/v1/portal', { key: apiKey });
  portal.value = found;
  startSession({ ...session.value, apiKey });
}

/** Begins a session of a guest, in place of any other session of this tab. Throws a `RequestError` if the key is not valid. */
export async function signInAsGuest(apiKey: string): Promise<void> {
  endSession();
  portal.value = await request<Portal>('/v1/portal', { key: apiKey });
  startSession({ apiKey, isGuest: true });
}

/** Signs in as the operator, who then acts as one of the users. Throws a `RequestError` if the token is not valid. */
export async function signInAsOperator(operatorToken: string): Promise<void> {
  startSession({ operatorToken });
  await readUsers();
  const first = users.value.find(({ user_id: id }) => id === FIRST_USER) ?? users.value[0];
  if (first !== undefined) await signInAsUser(first);
}

/** The operator acts as a user. Throws a `RequestError` if the user has no valid key and cannot get one. */
export async function signInAsUser(user: SandboxUser): Promise<void> {
  await signInWithKey(await obtainKey(user));
}

/** Lifetime of the keys that the operator gets for users without a published one, in seconds: a working day. */
const KEY_SECONDS = 36_000;

/** Keys that were issued for this page, by user. */
const issuedKeys = new Map<string, Promise<string>>();

/** Returns the published key of a user, or a new one if all keys of the sandbox are private. */
export async function obtainKey({ api_key: published, user_id: userId }: SandboxUser): Promise<string> {
  if (published !== null) return published;
  const known = issuedKeys.get(userId) ?? issueKey(userId);
  issuedKeys.set(userId, known);
  return known.catch((error: unknown) => {
    issuedKeys.delete(userId);
    throw error;
  });
}

async function issueKey(userId: string): Promise<string> {
  const body = { user_id: userId, expires_in_seconds: KEY_SECONDS };
  const { api_key: key } = await request<IssuedKey>('/sandbox/keys', { method: 'POST', as: 'operator', body });
  return key;
}

/** Exchanges a code of the address for the token of the operator. */
export async function signInWithCode(code: string): Promise<void> {
  startSession({ operatorToken: code });
  const reply = await request<{ readonly operator_token: string }>('/sandbox/sign-in', {
    method: 'POST',
    as: 'operator',
    body: {},
  });
  await signInAsOperator(reply.operator_token);
}

/** Continues the session of this tab after the page was loaded again. */
export async function resumeSession(): Promise<void> {
  const { apiKey, operatorToken } = session.value ?? {};
  try {
    if (operatorToken !== undefined) await readUsers();
    if (apiKey !== undefined) await signInWithKey(apiKey);
    else if (operatorToken !== undefined) await signInAsOperator(operatorToken);
  } catch (error) {
    if (error instanceof RequestError && error.status === 0) throw error;
    endSession(error instanceof Error ? error.message : undefined);
  }
}

async function readUsers(): Promise<void> {
  const { data } = await request<Page<SandboxUser>>('/sandbox/users', { as: 'operator' });
  users.value = data;
}
