declare const clock: unique symbol;

/** An instant on the sandbox clock, epoch milliseconds: everything the world tells is told at one. */
export type SandboxMs = number & { readonly [clock]: 'sandbox' };

export const sandboxMs = (ms: number): SandboxMs => ms as SandboxMs; // the one place where a number becomes sandbox time

/** An instant on the clock on the wall, epoch milliseconds. Only what moves the sandbox clock by it ever meets both. */
export type RealMs = number & { readonly [clock]: 'real' };

export const realMs = (ms: number): RealMs => ms as RealMs; // likewise for real time
