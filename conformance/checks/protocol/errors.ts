import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { findInternalDetails } from '../../reading/internal-details.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import { fail, forEach, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { PROTECTED_READS } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { findOpener, formatMethodAndPath } from '../auth/credentials.ts';

/** Values that commonly break queries, databases, logs or memory limits. */
const HOSTILE: readonly string[] = [
  "'",
  "1' OR '1'='1",
  '1;--',
  '\u0000',
  '\r\nX-Injected: 1',
  'x'.repeat(8192),
  '\u202e\u{1f4a9}\u0301',
  '../../etc/passwd',
  '%',
];

/** Further values for the documented parameters of the transaction list. */
const UNUSUAL: readonly Parameters[] = [
  { limit: 'many' },
  { limit: '1.5' },
  { limit: '-1' },
  { limit: '100000000000000000000' },
  { limit: ['1', '2'] },
  { limit: '' },
  { sort_by: 'no_such_column' },
  { sort_by: 'amt_comp', sort_dir: 'sideways' },
  { sort_by: '', sort_dir: '' },
  { sort_by: ['amt_comp', 'amt_req'] },
  { terminal_id: ['a', 'b'] },
  { no_such_parameter: '1' },
];

const TEXTUAL = ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'] as const;

/** Fails on a server error, and on a response header injected by the request. */
function expectNoServerError(control: Exchange, probes: readonly Exchange[]): Verdict {
  const accident = probes.find(({ status }) => status >= 500);
  if (accident !== undefined)
    return fail({ expected: 'a success or a refusal, not a server error', actual: accident }, control);
  const split = probes.find((probe) => probe.header('x-injected') !== undefined);
  if (split !== undefined) return fail({ expected: 'no header injected by the request', actual: split }, control);
  return pass(control, ...probes.slice(0, 3));
}

async function readWithEach(caller: Caller, operation: OperationId, each: readonly Parameters[]): Promise<Exchange[]> {
  const probes: Exchange[] = [];
  for (const parameters of each) probes.push(await caller.get(operation, parameters));
  return probes;
}

export const oddParametersAreBorne = check({
  id: 'errors/odd-parameters-are-borne',
  title: 'Unusual and hostile values of documented parameters cause no server error',
  clause: 'errors.server',
  level: 'should',
  needs: ['readers', 'sampling'],
  async run({ readers: [reader], sampling }) {
    const control = await reader.get('listTransactions');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the transactions`, control);
    const hostile = HOSTILE.map(
      (value, index): Parameters => ({ [TEXTUAL[index % TEXTUAL.length] ?? 'limit']: value }),
    );
    const selected = sampling.select('unusual values', [...UNUSUAL, ...hostile], { quick: 1, standard: 2 });
    return expectNoServerError(control, await readWithEach(reader, 'listTransactions', selected));
  },
});

const getPathParameter = (operation: OperationId): string | undefined =>
  /\{(\w+)\}/.exec(operations[operation].path)?.[1];
const WITH_AN_ID = PROTECTED_READS.filter((operation) => getPathParameter(operation) !== undefined);

export const oddIdsAreBorne = check({
  id: 'errors/odd-ids-are-borne',
  title: 'Unknown and malformed ids cause no server error',
  clause: 'errors.server',
  level: 'should',
  needs: ['readers', 'sampling'],
  run: ({ readers, sampling }) =>
    forEach(
      sampling.select('paths with an id', WITH_AN_ID, { quick: 1, standard: 1 }),
      formatMethodAndPath,
      async (operation) => {
        const { control, opener, parameters } = findOpener(readers, operation);
        const name = getPathParameter(operation) ?? '';
        const from = WITH_AN_ID.indexOf(operation);
        const ids = Array.from(
          { length: sampling.depth === 'thorough' ? 2 : 1 },
          (_, index) => HOSTILE[(from + 4 * index) % HOSTILE.length] ?? '',
        );
        return expectNoServerError(
          control,
          await readWithEach(
            opener,
            operation,
            ids.map((id) => ({ ...parameters, [name]: id })),
          ),
        );
      },
    ),
});

const NOBODYS = 'NOBODY00';

/** Requests that a service should refuse. */
const REFUSED: readonly (readonly [OperationId, Parameters])[] = [
  ['listTransactions', { sort_by: 'no_such_column' }],
  ['listTransactions', { sort_by: 'amt_comp', sort_dir: 'sideways' }],
  ['getTerminalStatus', { terminal_id: NOBODYS }],
  ['getLocation', { terminal_id: NOBODYS }],
];

/** Returns the errors of the whole run, plus the responses to a few bad requests to operations without an error so far. */
async function collectErrors(archive: readonly Exchange[], reader: Caller): Promise<readonly Exchange[]> {
  const own: Exchange[] = [];
  for (const [operation, parameters] of REFUSED)
    if (!archive.some((one) => one.operation === operation && one.request.caller === reader.name && isError(one)))
      own.push(await reader.get(operation, parameters));
  return [...archive, ...own].filter(isError);
}

const isError = ({ status }: Exchange): boolean => status >= 400;

export const errorsTellNothingInner = check({
  id: 'errors/tell-nothing-inner',
  title: 'No error exposes a stack trace, SQL, a file path or a framework error page',
  clause: 'errors.server',
  level: 'should',
  needs: ['archive', 'readers'],
  async run({ archive, readers: [reader] }) {
    const errors = await collectErrors(archive, reader);
    const [first, ...rest] = errors;
    if (first === undefined) return untestable('no request of this run was refused');
    for (const error of errors) {
      const inner = findInternalDetails(error.text);
      if (inner.length > 0) return fail({ expected: 'no internal details', actual: error, saw: formatNames(inner) });
    }
    return pass(first, ...rest.slice(0, 3));
  },
});

export const errorsAreNoPages = check({
  id: 'errors/are-no-web-pages',
  title: 'Errors are machine-readable, not HTML pages',
  clause: 'errors.format',
  level: 'should',
  needs: ['archive', 'readers'],
  async run({ archive, readers: [reader] }) {
    const errors = (await collectErrors(archive, reader)).filter(({ bytes }) => bytes.length > 0);
    const [first, ...rest] = errors;
    if (first === undefined) return untestable('no request of this run was refused with a body');
    const page = errors.find((one) => /html/.test(one.mediaType) || /^\s*<(!doctype html|html)/i.test(one.text));
    if (page !== undefined) return fail({ expected: 'a machine-readable error', actual: page, saw: 'HTML' });
    return pass(first, ...rest.slice(0, 3));
  },
});

export const errorsHaveOneShape = check({
  id: 'errors/have-one-shape',
  title: 'All errors share a common set of members',
  clause: 'errors.format',
  level: 'should',
  needs: ['archive', 'readers'],
  async run({ archive, readers: [reader] }) {
    const errors = (await collectErrors(archive, reader)).filter(({ json }) => isObject(json));
    const [first, ...rest] = errors;
    if (first === undefined || rest.length === 0) return untestable('needs two JSON errors');
    const odd = rest.find((error) => !intersects(listMemberNames(error), listMemberNames(first)));
    const isOne = [...listMemberNames(first)].some((name) => rest.every((error) => listMemberNames(error).has(name)));
    if (odd === undefined && isOne) return pass(first, ...rest.slice(0, 3));
    const saw = `${formatNames(listMemberNames(odd ?? first))}, and elsewhere ${formatNames(listMemberNames(first))}`;
    return fail({ expected: 'members that all errors share', actual: odd ?? first, saw }, first);
  },
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const listMemberNames = ({ json }: Exchange): Set<string> => new Set(isObject(json) ? Object.keys(json) : []);
