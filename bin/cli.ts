import { runCommandLine } from './command-line.ts';

// The process that reads standard output may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await runCommandLine(process.argv.slice(2));
