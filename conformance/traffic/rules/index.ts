import { accessRules } from './access.ts';
import { cardDataRules } from './card-data.ts';
import { contractPartRules } from './contract-parts.ts';
import { factRules } from './facts.ts';
import { pageRules } from './pages.ts';
import { refusalRules } from './refusals.ts';
import { requestRules } from './requests.ts';
import { responseRules } from './responses.ts';
import type { TrafficRule } from './rule.ts';
import { transactionListRules } from './transaction-lists.ts';
import { validatorRules } from './validators.ts';
import { visibleThingRules } from './visible-things.ts';
import { writeRules } from './writes.ts';

/** The rules that judge traffic as it passes, in the order of reports. */
export const trafficRules: readonly TrafficRule[] = [
  ...responseRules,
  ...cardDataRules,
  ...accessRules,
  ...transactionListRules,
  ...pageRules,
  ...factRules,
  ...visibleThingRules,
  ...validatorRules,
  ...refusalRules,
  ...writeRules,
  ...requestRules,
  ...contractPartRules,
];
