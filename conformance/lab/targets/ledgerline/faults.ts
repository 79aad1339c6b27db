import type { PlantedFault } from '../target.ts';
import { OF_ACCESS, OF_SCOPE } from './faults-of-access.ts';
import { OF_CONTENT, OF_LISTS, OF_SURFACES } from './faults-of-answers.ts';

const TABLE = { ...OF_ACCESS, ...OF_SCOPE, ...OF_LISTS, ...OF_CONTENT, ...OF_SURFACES } as const;

export type FaultName = keyof typeof TABLE;

/** Every fault that can be injected. Each changes the code at the one place that tests for its name. */
export const FAULTS: Readonly<Record<FaultName, PlantedFault>> = TABLE;

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(TABLE, name);
