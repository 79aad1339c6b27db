/** The tasks that a client can implement, in the order of the guide. */
export const TASKS = [
  'list_terminals',
  'count_transactions',
  'sum_withdrawn',
  'top_transactions',
  'sync_transactions',
  'open_dispute',
  'derive_settlements',
  'read_feed',
  'receive_webhooks',
] as const;

export type TaskName = (typeof TASKS)[number];

/** The tasks that need one walk of reads and have one answer, in the order in which lessons prefer them. */
export const READ_TASKS = ['list_terminals', 'count_transactions', 'sum_withdrawn', 'top_transactions'] as const;
