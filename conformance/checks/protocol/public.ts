import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { PROTECTED_READS, PUBLIC_READS } from '../../engine/principals.ts';
import { formatNames } from '../../engine/reading.ts';
import { addRemedy, Concluded, fail, forEach, forEachTestable, pass, untestable } from '../../engine/verdict.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { revealsControl } from '../../oracles/refusal.ts';
import { type ContractJudge, createContractJudge } from '../../oracles/response-schemas.ts';
import { isSameResponse } from '../../oracles/same-response.ts';
import type { SchemaBudget } from '../../oracles/schema-budget.ts';

/**
 * Reads the published document of the target. `schemas` limits the time spent on its schemas.
 * @throws Concluded (untestable) if there is no such document.
 */
export async function publishedDocument(
  caller: Caller,
  schemas?: SchemaBudget,
): Promise<{ exchange: Exchange; judge: ContractJudge }> {
  const exchange = await caller.get('getPublicOpenapi');
  if (isSuccess(exchange) && typeof exchange.json === 'object' && exchange.json !== null) {
    const judge = createContractJudge(exchange.json, schemas);
    if (judge.declared.length > 0) return { exchange, judge };
  }
  throw new Concluded(untestable('the target publishes no readable OpenAPI document', exchange));
}

const OPERATIONS = Object.keys(operations) as OperationId[]; // the keys of the table

export const documentListsEveryPath = check({
  id: 'public/document-lists-every-path',
  title: 'The public OpenAPI document describes every documented operation',
  clause: 'versioning.current_contract',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const exchange = await anonymous.get('getPublicOpenapi');
    const judge = createContractJudge(exchange.json);
    if (!isSuccess(exchange) || judge.declared.length === 0) {
      return fail({ expected: 'an OpenAPI document with paths', actual: exchange });
    }
    const absent = OPERATIONS.filter((id) => !judge.declares(operations[id].method, operations[id].path));
    if (absent.length === 0) return pass(exchange);
    const saw = `no ${formatNames(absent.map((id) => `${operations[id].method} ${operations[id].path}`))}`;
    return fail({ expected: `all ${OPERATIONS.length} operations`, actual: exchange, saw });
  },
});

export const documentIsCacheable = check({
  id: 'public/document-is-cacheable',
  title: 'The public OpenAPI document is cacheable by shared caches',
  clause: 'openapi.cacheable',
  level: 'should',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange } = await publishedDocument(anonymous);
    const control = exchange.header('cache-control') ?? '';
    const isForbidden = /no-store|private/i.test(control);
    const mayBeKept = /max-age=[1-9]|public|immutable/i.test(control) || exchange.header('expires') !== undefined;
    const mayBeAskedAgain = exchange.header('etag') !== undefined || exchange.header('last-modified') !== undefined;
    if (!isForbidden && (mayBeKept || mayBeAskedAgain)) return pass(exchange);
    return fail({
      expected: 'a cache lifetime or a validator',
      actual: exchange,
      saw: control === '' ? 'neither' : control,
    });
  },
});

export const publicIsTheSameForAll = check({
  id: 'public/is-the-same-with-a-key',
  title: 'The public paths return the same response with and without a key',
  clause: 'auth.public',
  level: 'must',
  needs: ['anonymous', 'readers'],
  run: ({ anonymous, readers }) =>
    forEach(PUBLIC_READS, String, async (operation) => {
      for (const reader of readers) {
        const before = await anonymous.get(operation);
        const withKey = await reader.get(operation);
        const after = await anonymous.get(operation, {}, { isFresh: true });
        if (!isSuccess(before)) return untestable('the path does not answer without a key', before);
        if (!isSameResponse(withKey, { reference: before, repeated: after })) {
          return fail(
            { expected: 'the same response as without a key', actual: withKey, saw: 'a different response' },
            before,
          );
        }
        if (reader === readers.at(-1)) return pass(before, withKey, after);
      }
      return addRemedy(untestable('needs a key to compare with'), { kind: 'reading-key' });
    }),
});

export const pathsBeginWithTheVersion = check({
  id: 'versioning/paths-begin-with-v1',
  title: 'Every path that the target publishes starts with /v1',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, judge } = await publishedDocument(anonymous);
    const others = judge.declared.filter((operation) => !/^[A-Z]+ \/v1\//.test(operation));
    if (others.length === 0) return pass(exchange);
    return fail({ expected: 'paths that start with /v1', actual: exchange, saw: formatNames(others) });
  },
});

/** The protected reads without placeholders. */
const FIXED_READS = PROTECTED_READS.filter((operation) => !operations[operation].path.includes('{'));

export const noPathWithoutTheVersion = check({
  id: 'versioning/no-path-without-v1',
  title: 'No endpoint returns its data at a path without /v1',
  clause: 'versioning.prefix',
  level: 'must',
  needs: ['readers', 'sampling'],
  run: ({ readers, sampling }) =>
    forEachTestable(
      sampling.select('paths without an id', FIXED_READS, { quick: 1, standard: 5 }),
      (operation) => operations[operation].path,
      async (operation) => {
        const reader = readers.find(({ sees }) => sees.reads.has(operation));
        if (reader === undefined) return addRemedy(untestable('no key can read it'), { kind: 'reading-key' });
        const control = await reader.get(operation);
        if (!isSuccess(control)) return untestable('it can no longer be read', control);
        if (!revealsControl(control, control)) return untestable('its response has no recognisable values', control);
        const probe = await reader.get(operation, {}, { spell: (path) => path.replace(/\/v1(?=\/)/, '') });
        if (!revealsControl(control, probe)) return pass(control, probe);
        const saw = `the same data at ${operations[operation].path.replace('/v1', '')}`;
        return fail({ expected: 'no data: the path lacks the version', actual: probe, saw }, control);
      },
    ),
});

export const documentHasNoCompliancePaths = check({
  id: 'public/document-has-no-compliance-paths',
  title: 'Compliance, onboarding, documents and videos have no dedicated paths',
  clause: 'compliance.no_endpoints',
  level: 'must',
  needs: ['anonymous'],
  async run({ anonymous }) {
    const { exchange, judge } = await publishedDocument(anonymous);
    const dedicated = judge.declared.filter((operation) =>
      /compliance|onboarding|\/documents|\/videos/i.test(operation),
    );
    if (dedicated.length === 0) return pass(exchange);
    return fail({ expected: 'no such paths', actual: exchange, saw: formatNames(dedicated) });
  },
});
