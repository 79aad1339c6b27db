import type { Clients } from './client.ts';
import { CONTENT_BUGS } from './contents.ts';
import { CORRECT } from './correct.ts';
import { RETRY_BUGS } from './retries.ts';
import { WEBHOOK_BUGS } from './webhooks.ts';
import { TIME_BUGS, WRITE_BUGS } from './writes.ts';

export const BUGS: Clients = { ...RETRY_BUGS, ...CONTENT_BUGS, ...WRITE_BUGS, ...TIME_BUGS, ...WEBHOOK_BUGS };
export { CORRECT };

/** Runs the suite of one client: `node run.ts NAME`. */
if (import.meta.main) {
  const suite = { ...BUGS, ...CORRECT }[process.argv[2] ?? ''];
  if (suite === undefined) throw new Error('There is no such client.');
  await suite();
  process.exit(0);
}
