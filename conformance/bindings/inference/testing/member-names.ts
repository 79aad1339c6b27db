/*
 * Functions that rename members of the built-in contract: other letter case, or other words.
 */

export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
export const pascalCase = (name: string): string => camelCase(`_${name}`);
export const snakeCase = (name: string): string => name;

/** Synonyms used in the industry. */
const SYNONYMS: Readonly<Record<string, string>> = {
  transaction_id: 'txn_no',
  transaction_type: 'txn_kind',
  terminal_id: 'atm_id',
  terminal_ids: 'atm_ids',
  terminal_datetime: 'local_time',
  seq_no: 'trace_number',
  account_type: 'account_kind',
  emv: 'chip_indicator',
  response: 'response_code',
  response_text: 'response_message',
  amt_req: 'requested_amount',
  amt_comp: 'dispensed_amount',
  sur_req: 'requested_fee',
  sur_comp: 'charged_fee',
  total_surcharge: 'fees_total',
  total_withdrawn: 'cash_dispensed_total',
  batch_id: 'settlement_id',
  net_payout: 'payout_amount',
  reason_code: 'claim_reason',
  dispute_id: 'claim_id',
  due_date: 'respond_by',
  resolution: 'decision',
  reviewer: 'reviewed_by',
  group_id: 'cluster_id',
  group_ids: 'cluster_ids',
  parent_group_id: 'parent_cluster_id',
  terminals: 'atms',
  groups: 'clusters',
};
/** Abbreviations used in older systems. */
const SHORT: Readonly<Record<string, string>> = {
  transaction_id: 'trxId',
  transaction_type: 'trxTyp',
  terminal_id: 'tid',
  terminal_ids: 'tids',
  terminal_datetime: 'trmDt',
  seq_no: 'stan',
  account_type: 'acctTyp',
  emv: 'icc',
  response: 'rc',
  response_text: 'rcTxt',
  amt_req: 'reqAmt',
  amt_comp: 'cmpAmt',
  sur_req: 'reqSur',
  sur_comp: 'cmpSur',
  total_surcharge: 'totSur',
  total_withdrawn: 'totWdl',
  batch_id: 'bno',
  entry_count: 'cnt',
  credit_total: 'crTot',
  debit_total: 'drTot',
  net_payout: 'net',
  timing: 'tms',
  reason_code: 'rsn',
  dispute_id: 'caseNo',
  due_date: 'dueDt',
  assignment: 'asgn',
  resolution: 'rslt',
  reviewer: 'rvw',
  status: 'sts',
  state: 'st',
  group_id: 'grp',
  parent_group_id: 'upGrp',
  location_id: 'loc',
  connector_id: 'conn',
  access_flags: 'rights',
};
/** Names that are ambiguous even for people. */
const VAGUE: Readonly<Record<string, string>> = {
  ...SHORT,
  transaction_id: 'key',
  terminal_id: 'where',
  terminal_datetime: 'when',
  transaction_type: 'what',
  response: 'how',
  amt_req: 'amount',
  amt_comp: 'cash',
  sur_req: 'fee',
  sur_comp: 'extra',
  credit_total: 'a',
  debit_total: 'b',
  net_payout: 'c',
  status: 'd',
  amount: 'e',
  due_date: 'f',
  reason_code: 'g',
};
export const abbreviate = (name: string): string => SHORT[name] ?? camelCase(name);
export const makeVague = (name: string): string => VAGUE[name] ?? camelCase(name);
export const useSynonyms = (name: string): string => SYNONYMS[name] ?? name;
export const addUnit = (name: string): string =>
  /^(amt|sur)_|^(credit|debit)_total$|^net_payout$|^total_(surcharge|withdrawn)$|^amount$/.test(name)
    ? camelCase(`${name}_cents`)
    : camelCase(name);
