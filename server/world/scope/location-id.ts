import { drawAt, tokenOf } from '../../../fixtures/random/draw.ts';

/** Returns the id of a terminal's location. */
export function locationIdOf(seed: number, terminalId: string): string {
  return `loc_${tokenOf(drawAt(seed, 'location', terminalId), 'id', 10)}`;
}
