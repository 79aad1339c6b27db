import { accessRules } from './access.ts';
import { cardDataRules } from './card-data.ts';
import { contractPartRules } from './contract-parts.ts';
import { requestRules } from './requests.ts';
import { responseRules } from './responses.ts';
import type { TrafficRule } from './rule.ts';

/** The rules that judge traffic as it passes, in the order of reports. */
export const trafficRules: readonly TrafficRule[] = [
  ...responseRules,
  ...cardDataRules,
  ...accessRules,
  ...requestRules,
  ...contractPartRules,
];
