import { runCommandLine, servesOthers } from './command-line.ts';

const args = process.argv.slice(2);
const isServer = servesOthers(args);

// The reader of the output may close it early, as `head` does, and a log collector may end. A server continues without a log.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isServer) return;
    if (error.code !== 'EPIPE') throw error;
    if (stream === process.stdout) process.exit();
  });

await runCommandLine(args);
