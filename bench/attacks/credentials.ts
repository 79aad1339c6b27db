import { tenants } from '../../fixtures/tenants/index.ts';

/*
 * Attacks name users by their published keys, and the operator by one token. A hosted server does not accept them: there, the keys of
 * two workspaces take their place, one of the attacker and one of the users whose reads are measured.
 */

const issued = new Map<string, string>();

/** Returns the valid credential for a published key or the operator's token; other texts unchanged. */
export const resolveCredential = (published: string): string => issued.get(published) ?? published;

/** A workspace as the response that creates it shows it. */
export interface CreatedWorkspace {
  readonly operator_token: string;
  readonly base_path: string;
  readonly api_keys: readonly { readonly user_id: string; readonly api_key: string }[];
}

/** Uses the keys of a workspace for the users with these published keys; for all users without `published`. */
export function useWorkspace({ api_keys }: CreatedWorkspace, published?: readonly string[]): void {
  const keysByUser = new Map(api_keys.map(({ user_id, api_key }) => [user_id, api_key]));
  for (const { userId, keys } of tenants.flatMap(({ users }) => users)) {
    const own = keysByUser.get(userId);
    for (const { key } of keys)
      if (own !== undefined && (published === undefined || published.includes(key))) issued.set(key, own);
  }
}

/** Uses a token of a workspace for the operator of the attacks. */
export const useOperatorToken = (token: string, ownToken: string): void => void issued.set(token, ownToken);

/** Forgets the credentials of an earlier server. */
export const forgetIssued = (): void => issued.clear();
