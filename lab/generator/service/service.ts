import type { Fault } from '../faults/types.ts';
import { buildWorld } from '../model/build-world.ts';
import { createStyle } from '../render/style.ts';
import type { Shape } from '../shape.ts';
import type { Service } from './call.ts';
import { interpretWorld, readWorldOptions } from './world-options.ts';

const PAST_MS = Date.UTC(2026, 2, 11, 15, 20, 7);
const HOUR_MS = 3_600_000;

export interface ServiceOptions {
  readonly fault?: Fault;
  /** Reads the real time in epoch milliseconds. */
  readonly readClock?: () => number;
}

/** Creates the service of a shape, without a server. */
export function createService(shape: Shape, options: ServiceOptions = {}): Service {
  const { choices } = shape;
  const readClock = options.readClock ?? Date.now;
  const openedAtMs = readClock();
  const startMs = choices.dataAge === 'past' ? PAST_MS : Math.floor(openedAtMs / HOUR_MS) * HOUR_MS;
  const world = interpretWorld(buildWorld(shape.seed, startMs, readWorldOptions(choices)), choices);
  const isStill = choices.liveData === 'still';
  return {
    shape,
    choices,
    world,
    style: createStyle(choices),
    hooks: options.fault?.create(shape) ?? {},
    nowMs: () => (isStill ? startMs : startMs + Math.max(0, readClock() - openedAtMs)),
    requestNumber: 0,
    readClock,
    writtenAtMs: new Map(),
  };
}
