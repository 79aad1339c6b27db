export { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../fixtures/time/dates.ts';

declare const clock: unique symbol;

/** An instant on the sandbox clock in epoch milliseconds. All data of the world uses it. */
export type SandboxMs = number & { readonly [clock]: 'sandbox' };

export const sandboxMs = (ms: number): SandboxMs => ms as SandboxMs; // the only conversion of a number to sandbox time

/** An instant of real time in epoch milliseconds. Only code that moves the sandbox clock uses both clocks. */
export type RealMs = number & { readonly [clock]: 'real' };

export const realMs = (ms: number): RealMs => ms as RealMs; // the only conversion of a number to real time
