import type { Check } from '../check.ts';
import * as ascending from './ascending.ts';
import * as auth from './auth.ts';
import * as authKeys from './auth-keys.ts';
import * as authPaths from './auth-paths.ts';
import * as authWrites from './auth-writes.ts';
import * as cardData from './card-data.ts';
import * as catalog from './catalog.ts';
import * as combinations from './combinations.ts';
import * as contract from './contract.ts';
import * as disputes from './disputes.ts';
import * as errors from './errors.ts';
import * as feeds from './feeds.ts';
import * as feedsContent from './feeds-content.ts';
import * as filters from './filters.ts';
import * as groups from './groups.ts';
import * as http from './http.ts';
import * as limit from './limit.ts';
import * as money from './money.ts';
import * as oddValues from './odd-values.ts';
import * as paging from './paging.ts';
import * as portal from './portal.ts';
import * as publicPaths from './public.ts';
import * as published from './published.ts';
import * as scopeLists from './scope-lists.ts';
import * as scopePeople from './scope-people.ts';
import * as scopeSingle from './scope-single.ts';
import * as scopeWaysRound from './scope-ways-round.ts';
import * as sort from './sort.ts';
import * as summaries from './summaries.ts';
import * as terminals from './terminals.ts';
import * as transactions from './transactions.ts';
import * as wholeIds from './whole-ids.ts';
import * as writes from './writes.ts';

const topics = [
  auth,
  authKeys,
  authPaths,
  authWrites,
  publicPaths,
  published,
  portal,
  scopeSingle,
  scopeLists,
  scopeWaysRound,
  scopePeople,
  limit,
  sort,
  ascending,
  filters,
  groups,
  wholeIds,
  combinations,
  oddValues,
  paging,
  transactions,
  summaries,
  money,
  disputes,
  terminals,
  feeds,
  feedsContent,
  catalog,
  contract,
  cardData,
  errors,
  http,
  writes,
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
