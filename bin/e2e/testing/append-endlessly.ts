import { writeSync } from 'node:fs';
import { openSqliteJournal } from '../../../server/journal/sqlite.ts';
import { type Fact, position } from '../../../server/world/state/facts.ts';
import { sandboxMs } from '../../../server/world/state/time.ts';

/* Appends to the journal in a directory until it is killed, and writes each acknowledged entry to standard output. */

const [directory = ''] = process.argv.slice(2);
const journal = openSqliteJournal(directory, { defaultSeed: 1 });
let last = await journal.latest();
for (let n = 1; ; n += 1) {
  const kept = { userId: 'usr_a', operationId: 'createDispute', fingerprint: 'f', keptAtMs: sandboxMs(0) };
  const facts = Array.from({ length: 1 + (n % 4) }, (_, index): Fact => {
    const reply = { status: 201, body: { text: 'x'.repeat((n * 131) % 6000) } };
    return { type: 'reply-kept', atMs: sandboxMs(0), kept: { ...kept, idempotencyKey: `${n}-${index}`, reply } };
  });
  await journal.append('acct_northway', facts, last);
  writeSync(1, `${last + 1} ${facts.length}\n`);
  last = position(last + facts.length);
}
