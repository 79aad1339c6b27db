import { quotaNames } from '../../../server/workspaces/workspace.ts';
import {
  callback,
  checkOptions,
  either,
  exactly,
  flag,
  httpUrl,
  type OptionRule,
  type OptionRules,
  oneOf,
  originList,
  record,
  secret,
  text,
  textList,
  wholeNumber,
} from './check-options.ts';
import type { DestinationOptions } from './delivery-options.ts';
import { MOST_FLEET_THREADS, MOST_TERMINALS } from './most-terminals.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { startRule } from './start-option.ts';

/** The largest seed. */
const MOST_SEED = 4_294_967_295;

export const seedRule = wholeNumber(0, MOST_SEED);
export const terminalsRule = wholeNumber(1, MOST_TERMINALS);

const fleetList: OptionRule = {
  expected: 'a list of paths or of contents of fleet files',
  accepts: (value) => Array.isArray(value) && value.every((one) => text.accepts(one) || record.accepts(one)),
};

const RULES: OptionRules<Required<SandboxOptions>> = {
  port: either(wholeNumber(0, 65_535), exactly(false)),
  host: text,
  seed: seedRule,
  start: startRule,
  terminals: terminalsRule,
  fleets: fleetList,
  journal: either(text, record),
  fleetThreads: wholeNumber(0, MOST_FLEET_THREADS),
  onProgress: callback,
  magicAmounts: flag,
  data: text,
  database: secret,
  publicUrl: httpUrl,
  basePath: text,
  tls: flag,
  tlsCert: text,
  tlsKey: text,
  corsOrigins: originList,
  hosted: flag,
  quotas: record,
  maxWorkspaces: wholeNumber(0),
  ratePerMinute: wholeNumber(1),
  trustProxy: either(wholeNumber(1), textList),
  maxConnections: wholeNumber(1),
  limits: record,
  operatorToken: secret,
  destinations: record,
  cursorSecret: secret,
  recordRequests: flag,
  conformanceRuns: flag,
  realNow: callback,
  log: callback,
  operations: record,
  onFault: callback,
};

const DESTINATION_RULES: OptionRules<Required<DestinationOptions>> = {
  mode: oneOf('local', 'hosted'),
  allow: textList,
  allowHttp: flag,
};

const QUOTA_RULES = Object.fromEntries(quotaNames.map((name) => [name, wholeNumber(0)]));

/**
 * Throws a `RangeError` that names the first option that does not exist or has an invalid value. `more` are the rules of further
 * options.
 */
export function checkSandboxOptions(options: SandboxOptions, more: Readonly<Record<string, OptionRule>> = {}): void {
  checkOptions('startSandbox', options, { ...RULES, ...more });
  if (options.destinations !== undefined)
    checkOptions('startSandbox, destinations', options.destinations, DESTINATION_RULES);
  if (options.quotas !== undefined) checkOptions('startSandbox, quotas', options.quotas, QUOTA_RULES);
}
