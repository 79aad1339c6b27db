import type { PlantedFault } from '../target.ts';

/** A fault that a glance at the answers shows. */
export const plain = (title: string, ...topics: string[]): PlantedFault => ({ title, topics, isSubtle: false });

/** A fault that shows only in a corner: to one role, on one page, on one endpoint, in one combination. */
export const subtle = (title: string, ...topics: string[]): PlantedFault => ({ title, topics, isSubtle: true });
