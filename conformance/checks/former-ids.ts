/** The checks that were merged into others, each with the id under which its question is answered. */
export const FORMER_IDS: Readonly<Partial<Record<string, string>>> = {
  'writes/opened-dispute-is-listed': 'writes/created-items-are-listed',
  'limit/cuts-after-filtering': 'lists/any-combination-is-of-the-whole-list',
  'sort/amt-comp-descends-when-filtered': 'sort/amt-comp-descends',
  'sort/keeps-the-rows': 'lists/any-combination-is-of-the-whole-list',
  'filters/combined-filters-intersect': 'lists/any-combination-is-of-the-whole-list',
  'filters/a-group-is-the-same-however-asked': 'lists/any-combination-is-of-the-whole-list',
  'transactions/summary-adds-up': 'transactions/totals-are-of-the-rows',
  'transactions/summary-follows-the-parameters': 'transactions/totals-are-of-the-rows',
  'transactions/summary-is-as-declared': 'transactions/totals-are-of-the-rows',
  'settlements/net-payout-is-net': 'settlements/net-is-credit-minus-debit',
  'disputes/reviewers-are-shown-at-all': 'disputes/resolved-cases-show-their-reviewer',
  'contract/later-pages-keep-the-published-document': 'contract/responses-keep-the-published-document',
};
