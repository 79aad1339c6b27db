import { type Capabilities, check } from '../../engine/check.ts';
import { listAccountIds } from '../../engine/writes/body-forms.ts';
import { type Exchange, type HeaderPair, isSuccess, type Parameters } from '../../http/client.ts';
import { mayIssuePosition } from '../../reading/paging.ts';
import {
  notApplicable,
  notInThisDepth,
  type Pass,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { areOfTwoTenants } from '../../relations/survey/denials.ts';
import type { Insider } from '../../relations/survey/principals.ts';
import {
  acceptRefusals,
  expectNothingHidden,
  getNextPageParameters,
  requireOtherTenant,
  type ScopeCallers,
} from '../../relations/survey/scope-probes.ts';
import { getWidestParameters, readTable } from '../../slots/read-lists.ts';

const ROWS = 'listTransactions';

/** Returns the terminals that have rows in the insider's list and are hidden from the outsider. */
const listHiddenIds = ({ hidden }: Insider): ReadonlySet<string> =>
  new Set([...hidden.terminals, ...hidden.transactions.map(({ id }) => id)]);

const readInsiderRows = ({ insider, bindings }: ScopeCallers): Promise<Exchange> =>
  insider.get(ROWS, { ...getWidestParameters(bindings), ...insider.aTerminal });

/** Sends unusual requests. A target may refuse all of them, as long as the plain request works. */
async function sendOddRequests(sides: ScopeCallers, requests: readonly Parameters[]): Promise<Verdict> {
  const control = await readInsiderRows(sides);
  const verdict = await expectNothingHidden(
    sides,
    { control, hidden: listHiddenIds(sides.insider) },
    requests.map((parameters) => () => sides.outsider.get(ROWS, parameters)),
  );
  return verdict.kind === 'untestable' ? acceptRefusals(verdict, control) : verdict;
}

export const oddFiltersShowNothingForeign = check({
  id: 'scope/odd-filters-show-nothing-foreign',
  title: 'An empty filter, a wildcard or a list with a foreign id returns no foreign row',
  clause: 'transactions.filter.scope',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  run: ({ insider, outsider, bindings, sampling }) => {
    const foreign = insider.aTerminal.terminal_id;
    const [own = foreign] = outsider.sees.terminals;
    const [group] = insider.hidden.groups;
    const odd: Parameters[] = [
      { terminal_id: '' },
      { terminal_id: '*' },
      { terminal_id: '%' },
      { group_id: '' },
      { terminal_id: `${own},${foreign}` },
      { terminal_id: [own, foreign] },
      { terminal_id: [foreign, own] },
      { 'terminal_id[]': foreign },
      ...(group === undefined ? [] : [{ group_id: group, terminal_id: '' }]),
    ];
    return sendOddRequests(
      { insider, outsider, bindings },
      sampling.select('unusual filters', odd, { quick: 1, standard: 1, turn: outsider.name }),
    );
  },
});

const TENANT_HEADERS = ['X-Tenant-Id', 'X-Account-Id', 'X-Customer-Id', 'X-Org-Id', 'X-Organization-Id', 'X-User-Id'];
const TENANT_PARAMETERS = ['tenant_id', 'account_id', 'customer_id', 'org_id', 'organization_id', 'tenant', 'account'];

/**
 * Returns values that may name the account of the insider: its id if it is known, else values of its portal outside lists that the
 * portal of the other tenant does not show.
 */
async function listForeignAccounts({ insider, outsider }: ScopeCallers): Promise<readonly string[]> {
  if (!insider.isStranger && !(await areOfTwoTenants(insider, outsider))) return [];
  const own = new Set(listAccountIds(outsider));
  return listAccountIds(insider)
    .filter((id) => !own.has(id))
    .slice(0, MOST_ACCOUNTS);
}

const MOST_ACCOUNTS = 2;

/**
 * Sends headers or parameters that name an account of another tenant: all together. If that has an effect, sends each alone; if it is refused,
 * sends a sample of them, each alone.
 */
async function nameAccount(
  sides: ScopeCallers & Pick<Capabilities, 'sampling'>,
  names: readonly string[],
  send: (named: readonly (readonly [name: string, value: string])[]) => Promise<Exchange>,
): Promise<Verdict> {
  const accounts = await listForeignAccounts(sides);
  if (accounts.length === 0) return requireOtherTenant(sides);
  const control = await readInsiderRows(sides);
  const hidden = listHiddenIds(sides.insider);
  const together = await expectNothingHidden(
    sides,
    { control, hidden },
    accounts.map((account) => () => send(names.map((name) => [name, account] as const))),
  );
  if (together.kind === 'pass' && together.evidence.slice(1).every(isSuccess)) return together;
  if (together.kind === 'untestable' && together.evidence.length < 2) return together;
  // some request was refused or had an effect: send each alone to find which one
  const { outsider, sampling } = sides;
  const tested =
    together.kind === 'fail'
      ? names
      : sampling.select('names of accounts', names, { quick: 1, standard: 3, turn: outsider.name });
  const alone = await expectNothingHidden(
    sides,
    { control, hidden },
    tested.map((name) => () => send([[name, accounts[0] ?? '']])),
  );
  if (alone.kind !== 'fail' && together.kind === 'fail') return together;
  return alone.kind === 'untestable' ? acceptRefusals(alone, control) : alone;
}

export const headersDoNotChooseTheTenant = check({
  id: 'scope/headers-do-not-choose-the-tenant',
  title: 'The key decides whose data are returned, even if a header names another account',
  clause: 'auth.scope',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  run: (sides) =>
    nameAccount(sides, TENANT_HEADERS, (named) =>
      sides.outsider.get(ROWS, getWidestParameters(sides.bindings), {
        headers: named.map(([name, value]): HeaderPair => [name, value]),
      }),
    ),
});

export const parametersDoNotChooseTheTenant = check({
  id: 'scope/parameters-do-not-choose-the-tenant',
  title: 'The key decides whose data are returned, even if a parameter names another account',
  clause: 'auth.scope',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  keys: { quick: 1, standard: 1 }, // a service that refuses unknown parameters gets a request for each of several names
  run: (sides) => nameAccount(sides, TENANT_PARAMETERS, (named) => sides.outsider.get(ROWS, Object.fromEntries(named))),
});

const FEW = 2;

/** A cursor or page address must only be a position in the caller's own list. */
export const pagesOfOthersShowNothing = check({
  id: 'scope/a-foreign-next-page-shows-nothing-foreign',
  title: 'A next-page link issued to one key returns no foreign rows to another key',
  clause: 'service.tenant_scoped',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  keys: { quick: 1, standard: 2 },
  async run({ insider, outsider, bindings, sampling }) {
    if (sampling.depth === 'quick') return notInThisDepth('a quick run follows no pages of other keys');
    let unpaged: readonly Exchange[] = [];
    for (const filter of [insider.aTerminal, {}]) {
      const first = await insider.get(ROWS, { ...filter, limit: FEW });
      const after = getNextPageParameters({ page: first }, ROWS, bindings);
      if (after === undefined) {
        const larger = await insider.get(ROWS, { ...filter, limit: FEW + 1 });
        const [few, more] = [first, larger].map((page) => readTable(page, bindings, ROWS)?.rows.length ?? 0);
        if (few === FEW && more === FEW + 1 && !mayIssuePosition(first, larger)) unpaged = [first, larger];
        continue;
      }
      const control = await insider.get(ROWS, after);
      const rows = readTable(control, bindings, ROWS)?.rows ?? [];
      if (!rows.some(({ terminals }) => terminals.some((one) => insider.hidden.terminals.has(one)))) continue;
      const hidden = new Set([
        ...listHiddenIds(insider),
        ...rows.flatMap(({ id, terminals }) => listHiddenRow(insider, id, terminals)),
      ]);
      const verdict = await expectNothingHidden({ insider, outsider, bindings }, { control, hidden }, [
        () => outsider.get(ROWS, after),
      ]);
      return verdict.kind === 'untestable' ? acceptRefusals(verdict, control) : verdict;
    }
    return unpaged.length > 0
      ? notApplicable('the list issues no position of a further page', ...unpaged)
      : untestable(`needs a second page with rows of ${insider.name} that are hidden from ${outsider.name}`);
  },
});

const listHiddenRow = ({ hidden }: Insider, id: string, terminals: readonly string[]): string[] =>
  terminals.length > 0 && terminals.every((one) => hidden.terminals.has(one)) ? [id] : [];

/** A limit not used before in this run, so that the URL is not cached yet. */
const FRESH_LIMITS = [47, 46] as const;

export const answersAreNotKeptForOthers = check({
  id: 'scope/kept-answers-are-not-given-to-others',
  title: 'A cached response to one key is never returned to another key',
  clause: 'auth.scope',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  keys: { quick: 1, standard: 1 }, // a cache that ignores keys does so for any two of them
  async run(sides) {
    const { insider, outsider } = sides;
    const [forInsiderFirst, forOutsiderFirst] = FRESH_LIMITS.map((limit) => ({ ...insider.aTerminal, limit }));
    if (forInsiderFirst === undefined || forOutsiderFirst === undefined) return untestable('no unused limit is left');
    const first = await insider.get(ROWS, forInsiderFirst);
    const afterwards = await expectNothingHidden(sides, { control: first, hidden: listHiddenIds(insider) }, [
      () => outsider.get(ROWS, forInsiderFirst),
      () => outsider.get(ROWS, forOutsiderFirst),
    ]);
    const verdict = afterwards.kind === 'untestable' ? acceptRefusals(afterwards, first) : afterwards;
    if (verdict.kind !== 'pass') return verdict;
    const second = await insider.get(ROWS, forOutsiderFirst);
    const given = verdict.evidence.find(
      ({ request }) => request.caller === outsider.name && request.url === second.request.url,
    );
    // the target may refuse this limit
    return given === undefined || given.text !== second.text || countRows(first, sides) === 0
      ? addEvidence(verdict, second)
      : reportForeignResponse(first, second, sides);
  },
});

const countRows = (exchange: Exchange, { bindings }: ScopeCallers): number =>
  readTable(exchange, bindings, ROWS)?.rows.length ?? 0;

const addEvidence = ({ evidence: [first, ...rest] }: Pass, more: Exchange): Verdict => pass(first, ...rest, more);

const reportForeignResponse = (first: Exchange, second: Exchange, { insider, outsider }: ScopeCallers): Verdict => ({
  kind: 'fail',
  expected: `the rows of ${insider.name}, as from another URL`,
  actual: second,
  saw: `the earlier response to ${outsider.name}`,
  evidence: [second, first],
});
