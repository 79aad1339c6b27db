import type { Command } from 'commander';

/** Exits with code 2 and a message that states what was expected. */
export type Refuse = (message: string) => never;

/** Returns the function by which a command refuses its command line. */
export const createRefuse =
  (command: Command): Refuse =>
  (message) =>
    command.error(`error: ${message}`, { exitCode: 2 });
