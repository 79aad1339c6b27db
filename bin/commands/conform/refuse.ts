/** Exits with code 2 and a message that states what was expected. */
export type Refuse = (message: string) => never;
