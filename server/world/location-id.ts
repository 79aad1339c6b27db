import { drawAt, tokenOf } from '../../fixtures/draw.ts';

/** The id of the place where a terminal stands. */
export function locationIdOf(seed: number, terminalId: string): string {
  return `loc_${tokenOf(drawAt(seed, 'location', terminalId), 'id', 10)}`;
}
