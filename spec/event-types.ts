import { type EventType, getEnumValues } from './index.ts';
import type { SandboxSchemas } from './sandbox-contract.ts';

/* Event types in requests and options: names, or patterns such as cash_*. */

/** A type of the service, or one of the sandbox itself. */
export type DeliveredEventType = SandboxSchemas['DeliveredEventType'];

/** The type of a delivery: of its event, or that of a body of a user. */
export type DeliveryType = SandboxSchemas['DeliveryType'];

/** The type of deliveries with a body that a user sent to test a destination. */
export const USER_BODY = 'sandbox_user_body' satisfies DeliveryType;

type SandboxEventType = SandboxSchemas['SandboxEventType'];

/** A missing one is a compile error. */
const sandboxTypes: Readonly<Record<SandboxEventType, true>> = {
  sandbox_destination_failing: true,
  sandbox_destination_disabled: true,
};

/** The types of events of the sandbox itself, about destinations. They are no part of the documented list. */
export const sandboxEventTypes = Object.keys(sandboxTypes) as readonly SandboxEventType[];

/** The beginning of their names, and of the patterns that match them. */
const SANDBOX_PREFIX = 'sandbox_';

export const isSandboxEventType = (type: string): type is SandboxEventType => Object.hasOwn(sandboxTypes, type);

/** All types that a destination can subscribe to: those of the service in the order of the contract, then those of the sandbox. */
export const listDeliveredTypes = (): readonly DeliveredEventType[] => [
  ...getEnumValues('EventType'),
  ...sandboxEventTypes,
];

/** Returns the event types that a name or a pattern matches, in the order of the contract. An asterisk matches any letters. */
export const listMatchingTypes = (pattern: string): readonly EventType[] =>
  filterMatching(getEnumValues('EventType'), pattern);

/**
 * Like `listMatchingTypes`, with the types of the sandbox itself. Only their names and patterns that begin with `sandbox_` match
 * these, so that `*` remains the documented list.
 */
export const listMatchingDeliveredTypes = (pattern: string): readonly DeliveredEventType[] =>
  pattern.startsWith(SANDBOX_PREFIX) ? filterMatching(sandboxEventTypes, pattern) : listMatchingTypes(pattern);

/** Like `listMatchingDeliveredTypes`, with the type of bodies of users. */
export const listMatchingDeliveryTypes = (pattern: string): readonly DeliveryType[] =>
  pattern.startsWith(SANDBOX_PREFIX)
    ? filterMatching<DeliveryType>([...sandboxEventTypes, USER_BODY], pattern)
    : listMatchingTypes(pattern);

/** All types of deliveries. */
export const listDeliveryTypes = (): readonly DeliveryType[] => [...listDeliveredTypes(), USER_BODY];

function filterMatching<Type extends string>(types: readonly Type[], pattern: string): readonly Type[] {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return types.filter((type) => (last === undefined ? type === first : matches(type, { first, middle: rest, last })));
}

/** Whether a text consists of these parts in this order, with anything between them. Takes time in proportion to the text. */
function matches(
  text: string,
  { first, middle, last }: { first: string; middle: readonly string[]; last: string },
): boolean {
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of middle) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= text.length - last.length;
}
