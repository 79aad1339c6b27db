import {
  changeJson,
  changeRows,
  type Json,
  type Mutant,
  makeJsonResponse,
  readObjects,
  replaceResponse,
} from './proxy-helpers.ts';

const BOTH = ['listTransactions', 'listTerminalTransactions'] as const;

const removeMembers =
  (...names: string[]) =>
  (row: Json): Json =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** Changes the row in the middle, which a test of the first row misses. */
const changeMiddleRow =
  (change: (row: Json) => Json, fits: (row: Json) => boolean = () => true) =>
  (rows: Json[]): readonly Json[] => {
    const fitting = rows.filter(fits);
    const chosen = fitting[Math.floor(fitting.length / 2)];
    return rows.map((row) => (row === chosen ? change(row) : row));
  };

const setMissingEmv = (emv: unknown) => (rows: Json[]) => rows.map((row) => ('emv' in row ? row : { ...row, emv }));
const isUnresolved = ({ status }: Json): boolean => status !== 'resolved';

export const rowMutants: readonly Mutant[] = [
  {
    id: 'rows-lack-a-surcharge-column',
    title: 'No row has the surcharge completed',
    kills: ['transactions/rows-carry-the-columns'],
    alter: changeRows(BOTH, (rows) => rows.map(removeMembers('sur_comp'))),
  },
  {
    id: 'rows-one-lacks-an-amount',
    title: 'One row lacks the amount requested',
    kills: ['transactions/rows-carry-the-columns'],
    isSubtle: true,
    alter: changeRows(
      'listTransactions',
      changeMiddleRow(({ amt_req: _, ...row }) => row),
    ),
  },
  {
    id: 'rows-of-a-terminal-lack-a-column',
    title: "Only a terminal's own list lacks the sequence number",
    kills: ['transactions/rows-carry-the-columns'],
    alter: changeRows('listTerminalTransactions', (rows) => rows.map(removeMembers('seq_no'))),
  },
  {
    id: 'rows-emv-is-empty',
    title: 'The EMV indicator is an empty string where it is not available',
    kills: ['transactions/emv-only-when-available'],
    alter: changeRows('listTransactions', setMissingEmv('')),
  },
  {
    id: 'summary-is-missing',
    title: 'The list has no summary',
    kills: ['transactions/summary-has-both-totals'],
    alter: changeJson('listTransactions', (body) => {
      body.summary = null;
    }),
  },
  {
    id: 'summary-is-missing-when-filtered',
    title: 'The filtered list lacks the total surcharge',
    kills: ['transactions/summary-has-both-totals'],
    isSubtle: true,
    alter: changeJson(
      ({ operation, query }) => operation === 'listTransactions' && query.has('terminal_id'),
      (body) => {
        body.summary = { total_withdrawn: '1.00' };
      },
    ),
  },
  {
    id: 'summary-is-too-low',
    title: 'The total withdrawn is too low by three',
    kills: ['transactions/totals-are-of-the-rows'],
    alter: changeJson('listTransactions', (body) => {
      const summary = body.summary as Json; // part of the contract
      body.summary = { ...summary, total_withdrawn: (Number(summary.total_withdrawn) - 3).toFixed(2) };
    }),
  },
  {
    id: 'summary-surcharges-are-in-another-unit',
    title: 'The total of surcharges is a hundred times too high',
    kills: ['transactions/totals-are-of-the-rows'],
    alter: changeJson('listTransactions', (body) => {
      const summary = body.summary as Json; // part of the contract
      body.summary = { ...summary, total_surcharge: (Number(summary.total_surcharge) * 100).toFixed(2) };
    }),
  },
  {
    id: 'settlements-lack-the-payout',
    title: 'Batches lack the net payout',
    kills: ['settlements/batches-carry-the-members'],
    alter: changeRows('listSettlements', (rows) => rows.map(removeMembers('net_payout'))),
  },
  {
    id: 'settlements-one-lacks-its-credits',
    title: 'One batch lacks its credit total',
    kills: ['settlements/batches-carry-the-members'],
    isSubtle: true,
    alter: changeRows('listSettlements', changeMiddleRow(removeMembers('credit_total'))),
  },
  {
    id: 'settlements-of-later-pages-lack-their-counts',
    title: 'Batches of later pages lack their entry counts',
    kills: ['settlements/batches-carry-the-members'],
    alter: changeRows('listSettlements', (rows, { query }) =>
      query.has('cursor') ? rows.map(removeMembers('entry_count', 'entry_counts')) : rows,
    ),
  },
  {
    id: 'settlements-counts-are-zero',
    title: 'Each batch counts zero entries',
    kills: ['settlements/entry-counts-count-the-entries'],
    alter: changeRows('listSettlements', (rows) =>
      rows.map((row) => ({ ...row, entry_count: 0, credit_entry_count: 0, debit_entry_count: 0 })),
    ),
  },
  {
    id: 'settlements-payout-adds-debits',
    title: 'The net payout of each batch is its credit total plus its debit total',
    kills: ['settlements/payout-is-net-of-debits', 'settlements/net-is-credit-minus-debit'],
    alter: changeRows('listSettlements', (rows) =>
      rows.map((row) => ({
        ...row,
        net_payout: (Number(row.credit_total) + Number(row.debit_total)).toFixed(2),
      })),
    ),
  },
  {
    id: 'settlements-payout-ignores-debits',
    title: 'The net payout of one batch is its credit total',
    kills: ['settlements/net-is-credit-minus-debit'],
    alter: changeRows(
      'listSettlements',
      changeMiddleRow(
        (row) => ({ ...row, net_payout: row.credit_total }),
        ({ debit_total }) => Number(debit_total) > 0,
      ),
    ),
  },
  {
    id: 'disputes-lack-the-due-date',
    title: 'Disputes lack their due date',
    kills: ['disputes/cases-carry-the-members'],
    alter: changeRows('listDisputes', (rows) => rows.map(removeMembers('due_date'))),
  },
  {
    id: 'disputes-one-lacks-its-transaction',
    title: 'One dispute lacks its related transaction',
    kills: ['disputes/cases-carry-the-members'],
    isSubtle: true,
    alter: changeRows('listDisputes', changeMiddleRow(removeMembers('transaction_id'))),
  },
  {
    id: 'disputes-reviewer-comes-early',
    title: 'One unresolved dispute shows its reviewer',
    kills: ['disputes/reviewer-only-when-resolved'],
    alter: changeRows(
      'listDisputes',
      changeMiddleRow((row) => ({ ...row, reviewer: { user_id: 'usr_1' } }), isUnresolved),
    ),
  },
  {
    id: 'terminals-location-without-terminal',
    title: 'The location of a terminal does not name the terminal',
    kills: ['terminals/answers-name-what-was-asked'],
    alter: changeJson('getLocation', (body) => {
      body.terminal_ids = [];
    }),
  },
  {
    id: 'commands-without-state',
    title: 'Commands lack their state',
    kills: ['terminals/commands-are-queued-or-completed'],
    alter: changeRows('listTerminalCommands', (rows) => rows.map(removeMembers('state'))),
  },
  {
    id: 'provisioning-without-job',
    title: 'The provisioning payload lacks its job',
    kills: ['terminals/provisioning-shows-its-job'],
    alter: changeJson('getProvisioningPayload', (body) => {
      delete body.job;
    }),
  },
  {
    id: 'portal-lacks-the-reports',
    title: 'The portal lacks the report catalog',
    kills: ['portal/holds-the-documented-groups'],
    alter: changeJson('getPortal', (body) => {
      delete body.report_catalog;
    }),
  },
  {
    id: 'portal-lacks-the-forms',
    title: 'The portal lacks the recent forms',
    kills: ['portal/holds-the-documented-groups'],
    alter: changeJson('getPortal', (body) => {
      delete body.recent_forms;
    }),
  },
  {
    id: 'portal-lacks-the-vault',
    title: 'The portal lacks the compliance vault',
    kills: ['portal/holds-the-documented-groups'],
    alter: changeJson('getPortal', (body) => {
      delete body.compliance_vault;
    }),
  },
  {
    id: 'portal-lacks-the-organization',
    title: 'The portal lacks the branding of the organization and the DNS state',
    kills: ['portal/holds-the-documented-groups'],
    alter: changeJson('getPortal', (body) => {
      delete body.organization;
    }),
  },
  {
    id: 'portal-fails',
    title: 'The portal cannot be read',
    kills: ['portal/holds-the-documented-groups'],
    alter: replaceResponse('getPortal', async () => makeJsonResponse(500, {})),
  },
  {
    id: 'portal-misses-a-terminal',
    title: 'The portal lists only the first terminal',
    kills: ['portal/shows-the-terminals-of-the-lists'],
    alter: changeJson('getPortal', (body) => {
      body.terminals = readObjects(body.terminals).slice(0, 1);
    }),
  },
  {
    id: 'transactions-times-are-of-the-server',
    title: 'The times of transactions are in UTC with the offset of the terminal',
    kills: ['transactions/terminal-times-are-not-shifted'],
    isSubtle: true,
    alter: changeRows('listTransactions', (rows) =>
      rows.map((row) => ({
        ...row,
        terminal_datetime: `${new Date(String(row.terminal_datetime)).toISOString().slice(0, 19)}-05:00`,
      })),
    ),
  },
  {
    id: 'terminal-rows-complete-what-was-requested',
    title: "One transaction has a larger completed amount in its terminal's own list",
    kills: ['terminals/transactions-are-as-in-the-list'],
    isSubtle: true,
    alter: changeRows('listTerminalTransactions', (rows) =>
      rows.map((row) => (row.amt_comp === '40.00' ? { ...row, amt_comp: '80.00' } : row)),
    ),
  },
];
