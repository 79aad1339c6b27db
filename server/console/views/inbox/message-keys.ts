import type { Inbox } from '../../api/types.ts';

type Message = Inbox['messages'][number];

/** Gives each message a key that stays the same when newer ones arrive and older ones are dropped. */
export function keyMessages(
  messages: readonly Message[],
): readonly { readonly key: string; readonly message: Message }[] {
  const counts = new Map<string, number>();
  return messages
    .toReversed() // oldest first, so that a newer message of the same millisecond does not change the key of an older one
    .map((message) => {
      const at = Date.parse(message.received_at).toString(36);
      const count = counts.get(at) ?? 0;
      counts.set(at, count + 1);
      return { key: `message-${at}-${count}`, message };
    })
    .toReversed();
}
