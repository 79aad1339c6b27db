import type { Check } from '../engine/check.ts';
import * as auth from './auth/credentials.ts';
import * as authKeys from './auth/keys.ts';
import * as authPaths from './auth/paths.ts';
import * as authReads from './auth/reads.ts';
import * as authWrites from './auth/writes.ts';
import * as feedsContent from './feeds/feed-contents.ts';
import * as feedSweep from './feeds/feed-sweep.ts';
import * as feeds from './feeds/feeds.ts';
import * as declaredSort from './lists/declared-sort.ts';
import * as oddValues from './lists/odd-values.ts';
import * as pageLinks from './lists/page-links.ts';
import * as paging from './lists/paging.ts';
import * as relations from './lists/relations.ts';
import * as sort from './lists/sort.ts';
import * as wholeLists from './lists/whole-lists.ts';
import * as contract from './protocol/contract.ts';
import * as errors from './protocol/errors.ts';
import * as http from './protocol/http.ts';
import * as publicPaths from './protocol/public.ts';
import * as published from './protocol/published.ts';
import * as routes from './protocol/routes.ts';
import * as cardData from './resources/card-data.ts';
import * as catalog from './resources/catalog.ts';
import * as disputes from './resources/disputes.ts';
import * as money from './resources/money.ts';
import * as moneyPages from './resources/money-pages.ts';
import * as portal from './resources/portal.ts';
import * as recentTransactions from './resources/recent-transactions.ts';
import * as rowColumns from './resources/row-columns.ts';
import * as settlements from './resources/settlements.ts';
import * as singleItems from './resources/single-items.ts';
import * as states from './resources/states.ts';
import * as surfaces from './resources/surfaces.ts';
import * as terminals from './resources/terminals.ts';
import * as timelines from './resources/timelines/timelines.ts';
import * as transactions from './resources/transactions.ts';
import * as writeScope from './resources/write-scope.ts';
import * as writes from './resources/writes.ts';
import * as scopeAdministrators from './scope/administrators.ts';
import * as scopeWaysRound from './scope/bypasses.ts';
import * as scopeComplete from './scope/complete-lists.ts';
import * as scopeCounts from './scope/counts.ts';
import * as scopeDeclaredItems from './scope/declared-items.ts';
import * as scopeDeclaredParameters from './scope/declared-parameters.ts';
import * as scopeAll from './scope/everything-read.ts';
import * as scopeExpectations from './scope/expectations.ts';
import * as scopeFurther from './scope/further-endpoints.ts';
import * as scopeItemCounts from './scope/item-counts.ts';
import * as scopeGroups from './scope/listed-groups.ts';
import * as scopeListedItems from './scope/listed-items.ts';
import * as scopeListedTerminals from './scope/listed-terminals.ts';
import * as scopeLists from './scope/lists.ts';
import * as scopePortal from './scope/portal.ts';
import * as scopeSingle from './scope/single-items.ts';
import * as scopeValidators from './scope/validators.ts';
import * as wholeIds from './scope/whole-ids.ts';

const topics = [
  auth,
  authKeys,
  authPaths,
  authReads,
  authWrites,
  publicPaths,
  published,
  routes,
  portal,
  recentTransactions,
  scopeSingle,
  scopeLists,
  scopeWaysRound,
  scopeListedItems,
  scopeListedTerminals,
  scopePortal,
  scopeGroups,
  scopeComplete,
  scopeCounts,
  scopeItemCounts,
  scopeFurther,
  scopeDeclaredItems,
  scopeDeclaredParameters,
  scopeAll,
  scopeValidators,
  scopeExpectations,
  scopeAdministrators,
  relations,
  pageLinks,
  wholeLists,
  sort,
  declaredSort,
  wholeIds,
  oddValues,
  paging,
  rowColumns,
  transactions,
  timelines,
  money,
  moneyPages,
  settlements,
  disputes,
  terminals,
  singleItems,
  states,
  surfaces,
  feeds,
  feedsContent,
  feedSweep,
  catalog,
  contract,
  cardData,
  errors,
  http,
  writes,
  writeScope,
];

/** Every check of the kit in report order: by topic, then by export name. */
export const checks: readonly Check[] = topics.flatMap((topic) =>
  Object.entries<unknown>(topic)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, exported]) => exported)
    .filter(isCheck),
);

function isCheck(exported: unknown): exported is Check {
  return (
    typeof exported === 'object' && exported !== null && 'needs' in exported && 'run' in exported && 'id' in exported
  );
}
