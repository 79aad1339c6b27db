import { drawAt, drawToken } from '../../../fixtures/random/draw.ts';

/** Returns the id of a terminal's location. */
export function makeLocationId(seed: number, terminalId: string): string {
  return `loc_${drawToken(drawAt(seed, 'location', terminalId, 'id'), 10)}`;
}
