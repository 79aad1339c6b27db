import type { InjectedFault } from '../../target.ts';

/** Defines a fault that most responses show. */
export const plainFault = (title: string, ...topics: string[]): InjectedFault => ({ title, topics, isSubtle: false });

/** Defines a fault that shows in one situation only: for one role, on one page, at one endpoint, in one combination. */
export const subtleFault = (title: string, ...topics: string[]): InjectedFault => ({ title, topics, isSubtle: true });
