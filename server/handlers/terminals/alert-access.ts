import { contract, type EventType } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';

/** Whether the role may read alerts of this type. The scope already excludes alerts of other accounts. */
export function mayReadAlert(rules: Scope['rules'], type: EventType): boolean {
  const { 'x-privilege': privilege, 'x-about-devices': isAboutDevices = false } = contract.webhooks[type].post;
  return rules.privileges.has(privilege) && !(isAboutDevices && rules.hidesDevices);
}
