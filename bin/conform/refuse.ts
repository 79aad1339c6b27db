/** Ends the command with exit code 2 and a message that says what was expected. */
export type Refuse = (message: string) => never;
