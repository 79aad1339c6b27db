declare const clock: unique symbol;

/** An instant on the sandbox clock, epoch milliseconds: everything the world tells is told at one. */
export type SandboxMs = number & { readonly [clock]: 'sandbox' };

export const sandboxMs = (ms: number): SandboxMs => ms as SandboxMs; // the one place where a number becomes sandbox time
