import type { TenantFixture } from '../../../fixtures/model/model.ts';
import { APPROVED_AFTER_DERIVED_MS, findSameDaySlot } from '../../../fixtures/settlements/settlement-timing.ts';
import {
  addDays,
  type Cutoff,
  getCutoffInstant,
  getLocalDate,
  getPreviousBankingDay,
  isBankingDay,
} from '../../../fixtures/time/calendar.ts';

/** The root account's banking calendar at the scope's instant. */
export interface BusinessDates {
  /** The latest business date whose cut-off has passed. */
  readonly lastClosed: string;
  /** Whether a same-day ACH window is still open today. */
  readonly isSameDayOpen: boolean;
  /** Returns why a date cannot be derived now, or undefined. */
  findFault(date: string): 'not_a_banking_day' | 'business_date_open' | 'business_date_too_old' | undefined;
}

/** Maximum age of a derivable business date in calendar days. @see gap settlements.derive_request */
const OLDEST_DAYS = 35;

/** Returns the tenant's banking calendar at `nowMs`, in the root account's zone. */
export function getBusinessDates(tenant: TenantFixture, nowMs: number): BusinessDates {
  const cutoff = readRootCutoff(tenant);
  const today = getLocalDate(cutoff.zone, nowMs);
  const isClosed = (date: string): boolean => getCutoffInstant(cutoff, date) <= nowMs;

  return {
    lastClosed: isBankingDay(today) && isClosed(today) ? today : getPreviousBankingDay(today),
    isSameDayOpen: findSameDaySlot(nowMs + APPROVED_AFTER_DERIVED_MS) !== undefined,
    findFault(date) {
      if (date > today) return isBankingDay(date) ? 'business_date_open' : 'not_a_banking_day';
      if (!isBankingDay(date)) return 'not_a_banking_day';
      if (!isClosed(date)) return 'business_date_open';
      return date < addDays(today, -OLDEST_DAYS) ? 'business_date_too_old' : undefined;
    },
  };
}

/** Returns the daily cut-off of the root account. */
export function readRootCutoff({ accounts, settlement }: TenantFixture): Cutoff {
  return { zone: accounts[0]?.timezone ?? 'UTC', time: settlement.cutoffLocal };
}
