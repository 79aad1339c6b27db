import { type OperationId, operations } from '../../../spec/index.ts';
import { type Capabilities, check } from '../../engine/check.ts';
import { WRITES } from '../../engine/writes/accepted-write.ts';
import { findAcceptedWrite } from '../../engine/writes/write-trial.ts';
import { decodeStrictly } from '../../http/bodies/text-encoding.ts';
import { type Caller, type Exchange, formatParameters, isSuccess, type Parameters } from '../../http/client.ts';
import { getParametersAfter } from '../../reading/paging.ts';
import {
  type ContractJudge,
  createPublishedJudge,
  type PublishedJudge,
} from '../../reading/schemas/response-schemas.ts';
import type { SchemaBudget } from '../../reading/schemas/schema-budget.ts';
import { hasFormOf, isRefusalLike } from '../../reading/served.ts';
import {
  addRemedy,
  type Case,
  Concluded,
  combineCases,
  fail,
  forEachTestable,
  inconclusive,
  judgeAll,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { isAsDocumented } from '../../relations/survey/archived-rows.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { readUnknownPath } from '../../relations/survey/routes.ts';
import { formatNames, type ReadContext, readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS } from '../../slots/slots.ts';
import { formatMethodAndPath } from '../auth/credentials.ts';
import { explainUnreadPath } from '../auth/uncovered-paths.ts';
import { readPublishedDocument } from './public.ts';

const READS = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].method === 'GET'); // the keys of the table

/**
 * Judges the responses of each operation to the keys, and to requests without a key where the path is public. Each operation needs
 * at least one. Responses to unusual parameters count only if they have the form of the first ones: a refusal may be a success.
 */
const judgeEachRead = (
  { archive, readers, anonymous }: ReadsContext,
  reads: readonly OperationId[],
  judge: (exchange: Exchange) => Verdict | Promise<Verdict>,
): Promise<Case[]> =>
  judgeAll(reads, String, async (operation) => {
    const first: Exchange[] = [];
    for (const reader of readers) {
      const own = operations[operation].isPublic
        ? await anonymous.get(operation)
        : reader.sees.responses.get(operation);
      if (own !== undefined && (await isServed(reader, own, archive))) first.push(own);
    }
    // an id that another check found opens what the survey of the key did not
    for (const reader of first.length === 0 ? readers : []) {
      const own = archive.filter((one) => isSuccessTo(one, reader, operation)).slice(0, MOST_TRIED);
      for (const exchange of own)
        if (first.length === 0 && (await isServed(reader, exchange, archive))) first.push(exchange);
    }
    const [control] = first;
    if (control === undefined) return explainUnreadPath(readers, operation);
    const isOfFirst = (exchange: Exchange) =>
      exchange.operation === operation &&
      isSuccess(exchange) &&
      isAsDocumented(exchange) &&
      first.some(
        (one) =>
          one.request.caller === exchange.request.caller && isSamePath(one, exchange) && hasFormOf(one, exchange),
      );
    const all = [...new Set([...first, ...archive.filter(isOfFirst)])];
    return (await findFailure(all, judge)) ?? pass(control, ...all.slice(1, 3));
  });

const MOST_TRIED = 3;

const isSuccessTo = (exchange: Exchange, { name }: Principal, operation: OperationId): boolean =>
  exchange.operation === operation &&
  exchange.request.caller === name &&
  isSuccess(exchange) &&
  isAsDocumented(exchange);

/**
 * Whether a success has content, and other content than the answer for a thing that does not exist. A service that refused something by a
 * status, to any key in the same operation if that has an id, refuses nothing by a success.
 */
async function isServed(reader: Principal, own: Exchange, archive: readonly Exchange[]): Promise<boolean> {
  if (!isSuccess(own) || own.bytes.length === 0) return false;
  const hasId = operations[own.operation].path.includes('{');
  const isRefused = ({ operation, request, status }: Exchange): boolean =>
    (status === 404 || status === 403) && (hasId ? operation === own.operation : request.caller === reader.name);
  if (operations[own.operation].isPublic || archive.some(isRefused)) return true;
  return !isRefusalLike(own, await readUnknown(reader, own.operation));
}

type ReadsContext = Pick<Capabilities, 'archive' | 'readers' | 'anonymous'>;

const isSamePath = (one: Exchange, other: Exchange): boolean =>
  new URL(one.request.url).pathname === new URL(other.request.url).pathname;

/** Reads a thing that does not exist: of the same kind, or else any path. */
const readUnknown = (reader: Principal, operation: OperationId): Promise<Exchange> => {
  const names = [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return names.length === 0
    ? readUnknownPath(reader)
    : reader.get(operation, Object.fromEntries(names.map((name) => [name, 'no-such-id-0'])));
};

/** Returns the first failure. */
async function findFailure(
  exchanges: readonly Exchange[],
  judge: (exchange: Exchange) => Verdict | Promise<Verdict>,
): Promise<Verdict | undefined> {
  for (const exchange of exchanges) {
    const verdict = await judge(exchange);
    if (verdict.kind === 'fail') return verdict;
  }
  return undefined;
}

const FEEDS: readonly OperationId[] = ['getAccountFeed', 'getTerminalFeed'];

/** Content types of something else than JSON. The document states none for JSON, so a text or a file to download may be JSON. */
const OF_SOMETHING_ELSE = /html|xml|csv|pdf|^(image|audio|video|multipart)\//;

export const readsReturnJson = check({
  id: 'contract/reads-return-json',
  title: 'Every read except the feeds returns JSON, and no content type of something else',
  clause: 'http.json_reads',
  covers: [
    'portal.get',
    'openapi.get',
    'transactions.timeline',
    'locations.list',
    'locations.get',
    'terminals.status',
    'connectors.list',
    'connectors.status',
    'groups.list',
    'commands.list',
    'provisioning.payload',
    'provisioning.export',
    'branding.get',
    'paths.string_ids',
  ],
  level: 'must',
  needs: ['archive', 'readers', 'anonymous'],
  run: async (context) => {
    const cases = await judgeEachRead(
      context,
      READS.filter((id) => !FEEDS.includes(id)),
      (exchange) => {
        const problem = findEncodingProblem(exchange);
        if (problem !== undefined) return fail({ expected: 'JSON', actual: exchange, saw: problem });
        const isCalledOtherwise = OF_SOMETHING_ELSE.test(exchange.mediaType);
        if (!isCalledOtherwise && exchange.json !== undefined) return pass(exchange);
        const saw = isCalledOtherwise ? exchange.mediaType : 'a body that is not JSON';
        return fail({ expected: 'JSON', actual: exchange, saw });
      },
    );
    return combineCases(cases, 'all');
  },
});

/** Returns why the text of a body cannot be read in the encoding that it states, or in UTF-8. */
function findEncodingProblem(exchange: Exchange): string | undefined {
  const decoded = decodeStrictly(exchange.bytes, exchange.header('content-type'));
  if ('unknown' in decoded)
    throw new Concluded(inconclusive(`the kit does not know the encoding ${decoded.unknown}`, exchange));
  return 'problem' in decoded ? decoded.problem : undefined;
}

type Finder = Pick<ContractJudge, 'findProblems'> | Pick<PublishedJudge, 'findProblems'>;

const createJudgement = (judge: Finder, expected: string) => async (exchange: Exchange) => {
  const problems = await judge.findProblems(exchange);
  if (problems === undefined) return notApplicable('the document has no schema for the response', exchange);
  return problems.length === 0 ? pass(exchange) : fail({ expected, actual: exchange, saw: formatNames(problems) });
};

/** Reads the published document of the target for the validation of responses. */
async function readPublishedJudge(anonymous: Caller, schemas: SchemaBudget): Promise<PublishedJudge> {
  const { document } = await readPublishedDocument(anonymous);
  return createPublishedJudge(document, schemas);
}

/** Whether a read has a response that the kit could not validate. A read that no key may make names the missing key as its remedy. */
const hasUnusableSchema = ({ verdict }: Case): boolean => verdict.kind === 'untestable' && verdict.remedy === undefined;

/** A schema that the kit cannot use leaves its responses unjudged: those of other schemas do not make up for it. */
export const responsesKeepThePublishedDocument = check({
  id: 'contract/responses-keep-the-published-document',
  title: 'Responses, also those of later pages, match the schemas of the public OpenAPI document of the target',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['archive', 'anonymous', 'readers', 'schemas', 'bindings', 'sampling'],
  async run({ schemas, ...context }) {
    const judge = await readPublishedJudge(context.anonymous, schemas);
    const later = await readLaterPages(judge, context);
    const wrong = await findFailure(later, createJudgement(judge, 'the published document'));
    if (wrong !== undefined) return wrong;
    const declared = READS.filter((id) => judge.declares(operations[id].method, operations[id].path));
    let described = 0;
    const cases = await judgeEachRead(context, declared, async (exchange) => {
      const judged = await createJudgement(judge, 'the published document')(exchange);
      if (judged.kind !== 'not-applicable') described += 1;
      return judged;
    });
    const verdict = combineCases(cases, 'any');
    const unjudged = cases.find((one) => hasUnusableSchema(one))?.verdict;
    if (verdict.kind === 'pass' && unjudged !== undefined) return { ...unjudged, cases };
    return described === 0 && verdict.kind === 'pass'
      ? notApplicable('the published document has no schema for any response', ...verdict.evidence)
      : verdict;
  },
});

/** Runs after the checks that write. */
export const writesKeepThePublishedDocument = check({
  id: 'writes/responses-keep-the-published-document',
  title: 'Responses to accepted writes match the public OpenAPI document of the target',
  clause: 'service.write_paths',
  covers: ['disputes.create', 'settlements.derive'],
  level: 'must',
  needs: ['readers', 'bindings', 'writes', 'anonymous', 'stranger', 'expectedScopes', 'schemas'],
  async run({ schemas, ...context }) {
    const judge = await readPublishedJudge(context.anonymous, schemas);
    return forEachTestable(WRITES, formatMethodAndPath, async (write) => {
      const { method, path } = operations[write];
      if (!judge.declares(method, path)) return notApplicable('the document does not declare this write');
      const accepted = await findAcceptedWrite(context, write);
      if (accepted === undefined)
        return addRemedy(untestable(`no key may call ${formatMethodAndPath(write)}`), { kind: 'writing-key' });
      return createJudgement(judge, 'the published document')(accepted.control);
    });
  },
});

/** Common names of the page-size parameter. */
const SIZES: readonly string[] = ['limit', 'size', 'page_size', 'pageSize', 'per_page', 'perPage'];
const FEW_ROWS = 2;

/** Lists that grow and therefore have several pages. */
const GROWING = ['listTransactions', 'listSettlements', 'listDisputes', 'listTerminalTransactions'] as const;

/** Returns the later pages of some lists that the document declares, where the kit knows how pages follow each other. */
async function readLaterPages(
  judge: PublishedJudge,
  { readers, bindings, sampling, archive }: Pick<Capabilities, 'readers' | 'bindings' | 'sampling' | 'archive'>,
): Promise<Exchange[]> {
  const pages: Exchange[] = [];
  const lists = sampling.depth === 'quick' ? [] : sampling.select('lists', GROWING, { quick: 1, standard: 2 });
  for (const operation of lists) {
    const { method, path } = operations[operation];
    if (!judge.declares(method, path)) continue;
    const size = judge.queryParameters(method, path).find((name) => SIZES.includes(name));
    for (const reader of readers) {
      const archived = archive.filter((one) => isSuccessTo(one, reader, operation));
      const later = await readLaterPage({ reader, bindings, archived }, operation, size);
      if (later === undefined) continue;
      pages.push(later);
      break;
    }
  }
  return pages;
}

/** Returns a later page of a list, if any: one that another check has read, or else the second of small pages where possible. */
async function readLaterPage(
  { reader, bindings, archived }: ReadContext<Principal> & { readonly archived: readonly Exchange[] },
  operation: (typeof GROWING)[number],
  size: string | undefined,
): Promise<Exchange | undefined> {
  const known = reader.sees.reads.get(operation);
  const paging = bindings.find(LIST_SLOTS[operation].nextPage);
  if (known === undefined || paging === undefined) return undefined;
  const findNext = (page: Exchange): Parameters | undefined => {
    const table = readTable(page, bindings, operation);
    return table && getParametersAfter(table, table, paging);
  };
  const nexts = archived.map(findNext).filter((next) => next !== undefined);
  const later = new Set(nexts.map(formatParameters));
  const read = archived.find(({ parameters }) => later.has(formatParameters(parameters)));
  if (read !== undefined) return read;
  const next = findNext(await reader.get(operation, size === undefined ? known : { ...known, [size]: FEW_ROWS }));
  if (next === undefined) return undefined;
  const second = await reader.get(operation, next);
  return isSuccess(second) ? second : undefined;
}

/** Sends every operation whose refusals the published document describes, without a key. */
export const refusalsKeepThePublishedDocument = check({
  id: 'contract/refusals-keep-the-published-document',
  title: 'Refusals of requests without a key match the public OpenAPI document of the target',
  clause: 'versioning.current_contract',
  level: 'should',
  needs: ['archive', 'anonymous', 'schemas'],
  async run({ archive, anonymous, schemas }) {
    const judge = await readPublishedJudge(anonymous, schemas);
    const own: Exchange[] = [];
    for (const operation of ['getPortal', 'listLocations', 'getAccountFeed'] as const)
      own.push(await anonymous.get(operation));
    const refused = [...own, ...archive].filter(
      (one) =>
        one.request.caller === anonymous.name &&
        isAsDocumented(one) &&
        one.request.method === 'GET' &&
        (one.status === 401 || one.status === 403) &&
        judge.declaresRefusals(operations[one.operation].method, operations[one.operation].path),
    );
    const [first, ...rest] = refused;
    if (first === undefined) return notApplicable('the published document describes no refusals');
    const strict = { findProblems: judge.findAllProblems };
    const wrong = await findFailure(refused, createJudgement(strict, 'the published document'));
    return wrong ?? pass(first, ...rest.slice(0, 2));
  },
});

/** Assumption of the kit: the document leaves names and types open; the kit's contract chooses them. */
export const responsesKeepTheBuiltinContract = check({
  id: 'contract/responses-keep-the-builtin-contract',
  title: 'Responses match the built-in contract, or the one given with --contract',
  clause: 'schema.closed',
  level: 'must',
  needs: ['archive', 'anonymous', 'readers', 'contract'],
  run: async ({ contract, ...context }) =>
    contract === 'published'
      ? notApplicable(
          'responses are validated against the published document of the target, not against the built-in contract',
        )
      : combineCases(await judgeEachRead(context, READS, createJudgement(contract, 'the contract')), 'all'),
});
