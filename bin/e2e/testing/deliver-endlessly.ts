import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openDeliveries } from './delivery-process.ts';

/*
 * Queues and sends deliveries until it is killed, and writes the id of each event to standard output when it is queued.
 * Arguments: the directory, the URL of the receiver, and the prefix of the ids.
 */
const [directory = '', url = '', prefix = ''] = process.argv.slice(2);
const { dispatcher, queue } = await openDeliveries(directory, url);
dispatcher.wake();
for (let n = 0; ; n += 5) {
  const eventIds = Array.from({ length: 5 }, (_, index) => `${prefix}${n + index}`);
  await queue(eventIds);
  writeSync(1, `${eventIds.join('\n')}\n`);
  dispatcher.wake();
  await wait(5);
}
