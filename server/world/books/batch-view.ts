import { type Batch, getBatchState } from '../../../fixtures/model/settlements.ts';
import { getEffectiveDate } from '../../../fixtures/settlements/settlement-timing.ts';
import type { BatchView } from './book-types.ts';

/** Returns a batch as known at `nowMs`. */
export function viewBatch(batch: Batch, nowMs: number): BatchView {
  const state = getBatchState(batch, nowMs);
  return { batch, state, effectiveEntryDate: getEffectiveDate(batch, state, nowMs) };
}
