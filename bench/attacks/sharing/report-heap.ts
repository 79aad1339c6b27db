import { writeFileSync } from 'node:fs';

/* Loaded into the attacked sandbox with `--import`. Writes the largest heap so far, in bytes, to the file in HEAP_FILE. */

const file = process.env.HEAP_FILE ?? '';
let largest = 0;

setInterval(() => {
  const { heapUsed } = process.memoryUsage();
  if (heapUsed <= largest) return;
  largest = heapUsed;
  writeFileSync(file, String(largest));
}, 100).unref();
