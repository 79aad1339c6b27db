import { describeError } from '../api/request.ts';
import { isOperator, portal, users } from '../api/session.ts';
import { notify } from './notices.ts';
import { addressedInbox, changeParameters, parameters } from './route.ts';
import { signInAsUser } from './sign-in.ts';

/* The parameter `user` of the address: whose data a link shows. */

/** Returns whether the operator acts as another user than the one of the address. */
export function isOtherUserAddressed(): boolean {
  const wanted = parameters.value.user;
  return wanted !== undefined && isOperator.value && wanted !== portal.value?.principal.user_id;
}

/** Chooses a user. The address names it, and the session follows. */
export const chooseUser = (userId: string): void => changeParameters({ user: userId });

/**
 * The operator acts as the user of the address. All others see the data of their key, and read that the link was made for another
 * user. Writes the present user into an address without one.
 */
export async function followAddress(): Promise<void> {
  const principal = portal.value?.principal;
  const wanted = parameters.value.user;
  if (principal === undefined || wanted === principal.user_id || addressedInbox !== undefined) return;
  if (wanted !== undefined) {
    const refusal = isOperator.value ? await actAs(wanted) : 'Your key is that of another user.';
    if (refusal === undefined) return;
    notify('failed', `The link shows the data of ${wanted}. ${refusal} You see the data of ${principal.display_name}.`);
  }
  changeParameters({ user: principal.user_id }, 'replace');
}

/** Returns why the operator cannot act as the user, if so. */
async function actAs(userId: string): Promise<string | undefined> {
  const user = users.value.find(({ user_id: id, key_state: state }) => id === userId && state === 'active');
  if (user === undefined) return 'This sandbox has no such user with a valid key.';
  try {
    await signInAsUser(user);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}
