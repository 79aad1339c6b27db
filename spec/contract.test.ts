import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { findOpenSchemas, findUnmarkedElements, listElements, listExamples, listSchemas } from './contract-audit.ts';
import { type Contract, type ContractOperation, contract, getEnumValues, operations, type Problem } from './index.ts';
import { documentedEvents, documentedOperations } from './testing/documented-interface.ts';
import { listParameters, queryParameters } from './testing/query-parameters.ts';

const copyContract = (document: Contract): Contract => structuredClone(document);

const allOperations: readonly { path: string; method: 'get' | 'post'; operation: ContractOperation }[] = Object.entries(
  contract.paths,
).flatMap(([path, item]) =>
  (['get', 'post'] as const).flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [{ path, method, operation }];
  }),
);

const listQueryNames = (operationId: string): readonly string[] =>
  queryParameters.filter((parameter) => parameter.operationId === operationId).map(({ name }) => name);

const getProperties = (schema: string): Readonly<Record<string, unknown>> =>
  contract.components.schemas[schema]?.properties as Readonly<Record<string, unknown>>;

test('has exactly the 22 documented operations under /v1', () => {
  expect(Object.values(operations).map(({ method, path }) => `${method} ${path}`)).toEqual(documentedOperations);
  expect(Object.keys(operations)).toHaveLength(22);
  const methods = Object.values(contract.paths).flatMap((item) => Object.keys(item));
  expect(methods.filter((method) => method !== 'get' && method !== 'post')).toEqual([]);
});

test('has exactly the documented events, with their documented families', () => {
  const names = new Set(Object.values(documentedEvents).flat());
  expect(new Set(Object.keys(contract.webhooks))).toEqual(names);
  expect(new Set(getEnumValues('EventType'))).toEqual(names);
  for (const [name, { post }] of Object.entries(contract.webhooks)) {
    const families = Object.entries(documentedEvents).flatMap(([family, events]) =>
      events.some((event) => event === name) ? [family] : [],
    );
    expect([...post['x-families']].sort(), name).toEqual(families.sort());
    expect(post.tags, name).toEqual(post['x-families']);
    expect(post.operationId, name).toMatch(/^on[A-Z]/);
    expect(post['x-levels'].length, name).toBeGreaterThan(0);
    expect(getEnumValues('Privilege'), name).toContain(post['x-privilege']);
  }
});

test('has the six families as tags, in the documented order', () => {
  expect(contract.tags.map(({ name }) => name)).toEqual(Object.keys(documentedEvents));
  expect(getEnumValues('ServiceFamily')).toEqual(Object.keys(documentedEvents));
  for (const tag of contract.tags) {
    expect(tag.description, tag.name).toMatch(/^[A-Z]/);
    expect(tag['x-portal-surfaces'].length, tag.name).toBeGreaterThan(0);
    expect(tag['x-notes'].length, tag.name).toBeGreaterThan(0);
  }
});

test('names a clause or a gap for every element', () => {
  const kinds = new Map<string, number>();
  for (const { kind } of listElements(contract)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  expect(kinds.get('operation')).toBe(Object.keys(operations).length + Object.keys(contract.webhooks).length);
  expect(kinds.get('property')).toBeGreaterThan(500);
  expect(findUnmarkedElements(contract), 'add x-clause, or x-assumed with the id of a gap, in spec/').toEqual([]);
});

test.each([
  ['operation', (d: Contract) => d.paths['/v1/portal']?.get],
  [
    'property',
    (d: Contract) => (d.components.schemas.TransactionRow?.properties as { amt_comp: object } | undefined)?.amt_comp,
  ],
  ['schema', (d: Contract) => d.components.schemas.Money],
  ['header', (d: Contract) => d.components.headers.ETag],
  ['response', (d: Contract) => d.components.responses.NotFound],
  ['parameter', (d: Contract) => d.components.parameters.Cursor],
])('a missing mark is found on a %s', (kind, find) => {
  const broken = copyContract(contract);
  const element = find(broken);
  Reflect.deleteProperty(element ?? {}, 'x-clause');
  Reflect.deleteProperty(element ?? {}, 'x-assumed');
  const before = findUnmarkedElements(contract);
  expect(findUnmarkedElements(broken).filter((one) => !before.includes(one))).toEqual([
    expect.stringMatching(new RegExp(`^${kind} /`)),
  ]);
});

/** Schemas that must allow undeclared members: the contents of an OpenAPI document. */
const openOnPurpose = /^\/components\/schemas\/PublicDocument\/properties\/\w+(\/items)? is open$/;

test('has only closed object schemas, without keywords that validators interpret differently', () => {
  expect(listSchemas(contract).length).toBeGreaterThan(500);
  const faults = findOpenSchemas(contract);
  expect(faults.filter((fault) => !openOnPurpose.test(fault))).toEqual([]);
  expect(faults.length).toBeGreaterThan(0);
});

test('finds an open schema', () => {
  const broken = copyContract(contract);
  Reflect.deleteProperty(broken.components.schemas.OpenAlert ?? {}, 'additionalProperties');
  Reflect.set(broken.components.schemas.Page ?? {}, 'additionalProperties', true);
  Reflect.set(broken.components.schemas.Problem ?? {}, 'not', {});
  const before = findOpenSchemas(contract);
  expect(findOpenSchemas(broken).filter((fault) => !before.includes(fault))).toEqual([
    '/components/schemas/OpenAlert does not state whether it is closed',
    '/components/schemas/Page is open',
    '/components/schemas/Problem uses not',
  ]);
});

/** The optional members of responses, by schema. All others are always present, and null without a value. */
const optionalMembers: Readonly<Record<string, readonly string[]>> = {
  TransactionRow: ['emv'],
  Problem: ['errors', 'required_privilege', 'allowed', 'retry_after_seconds', 'batch_id', 'batch_status', 'dispute_id'],
  ProblemError: ['pointer', 'parameter', 'header', 'allowed', 'nearest'],
  PublicDocument: ['jsonSchemaDialect', 'security', 'externalDocs', 'webhooks'],
};
const isRequest = (name: string): boolean => name.endsWith('Request');

test('requires all members of a response except the named optional ones', () => {
  const optional = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    if (isRequest(name)) return [];
    const required = (schema.required ?? []) as readonly string[]; // a list of texts in every schema that redocly accepts
    const missing = Object.keys((schema.properties ?? {}) as object).filter((member) => !required.includes(member));
    const isTest = name.endsWith('Event') ? ['is_test'] : [];
    const left = missing.filter((member) => !isTest.includes(member));
    return left.length === 0 ? [] : [[name, left] as const];
  });
  expect(Object.fromEntries(optional)).toEqual(optionalMembers);
});

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
addFormats.default(ajv);
for (const word of [...Object.keys(contract), 'x-clause', 'x-assumed', 'x-default']) ajv.addKeyword(word);
ajv.addSchema(contract, 'contract');

const compileValidator = (pointer: string) =>
  ajv.compile({ $ref: `contract#${pointer.split('/').map(encodeURIComponent).join('/')}` });

test('has only schemas that compile in strict mode', () => {
  const names = Object.keys(contract.components.schemas);
  expect(names.length).toBeGreaterThan(150);
  for (const name of names) expect(() => compileValidator(`/components/schemas/${name}`), name).not.toThrow();
});

test('has only examples that match their schema', () => {
  const examples = listExamples(contract);
  expect(examples.length).toBeGreaterThan(100);
  const faults = examples.flatMap(({ pointer, schemaPointer, value }) => {
    const validate = compileValidator(schemaPointer);
    return validate(value) ? [] : [`${pointer}: ${ajv.errorsText(validate.errors)}`];
  });
  expect(faults).toEqual([]);
});

test('finds an example that does not match its schema', () => {
  const validate = compileValidator('/components/parameters/Limit/schema');
  expect(validate(501)).toBe(false);
  expect(listExamples(contract).map(({ pointer }) => pointer)).toContain('/components/parameters/Limit/example');
});

test('has an example for every success, except for the public document, which would contain itself', () => {
  const shown = new Set(listExamples(contract).map(({ pointer }) => pointer.replace(/\/content\/.*/, '')));
  const successes = allOperations.flatMap(({ path, method, operation }) =>
    Object.keys(operation.responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`),
  );
  expect(successes).toHaveLength(23); // settlements are derived with a 200 or a 201
  expect(successes.filter((pointer) => !shown.has(pointer))).toEqual([
    '/paths/~1v1~1integrations~1public-openapi.json/get/responses/200',
  ]);
  expect(shown).toContain('/paths/~1v1~1disputes/post/requestBody');
});

test('has an example for every problem code', () => {
  const codes = listExamples(contract)
    .filter(({ schemaPointer }) => schemaPointer.includes('/application~1problem+json/'))
    .map(({ value }) => (value as Problem).code); // validated against its schema above
  expect([...new Set(codes)].sort()).toEqual([...getEnumValues('ProblemCode')].sort());
});

test('validates an example in another file against the schema of its reference', () => {
  const copy = copyContract(contract);
  Object.assign(copy.components.examples.getLocation?.value as object, { location_id: 7 });
  const example = listExamples(copy).find(
    ({ value }) => (value as { location_id?: unknown } | null)?.location_id === 7,
  );
  expect(example).toBeDefined();
  expect(compileValidator(example?.schemaPointer ?? '')(example?.value)).toBe(false);
});

test('has consistent operations', () => {
  expect(allOperations).toHaveLength(22);
  for (const { path, method, operation } of allOperations) {
    const { operationId } = operation;
    const statuses = Object.keys(operation.responses);
    const privilege = operation['x-privilege'];
    const isPublic = operation.security?.length === 0;
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = listParameters(operation);
    const isRead = method === 'get';

    expect(operation.tags, operationId).toEqual([operation['x-service']]);
    expect(operation['x-audience'], operationId).toBe('public');
    expect(operation['x-access'], operationId).toBe(isRead ? 'read' : 'write');
    expect(operation['x-feed'] !== undefined, operationId).toBe(path.endsWith('.xml'));
    expect(statuses.includes('401'), operationId).toBe(!isPublic);
    expect(statuses.includes('403'), operationId).toBe(privilege !== 'none');
    expect(statuses.includes('404'), operationId).toBe(placeholders.length > 0);
    expect(statuses.includes('304'), operationId).toBe(isRead);
    for (const status of ['409', '413', '415', '422', '507'])
      expect(statuses.includes(status), operationId).toBe(!isRead);
    for (const status of ['400', '405', '406', '408', '429', '431', '500', '503'])
      expect(statuses, operationId).toContain(status);
    if (isPublic) expect(privilege, operationId).toBe('none');

    expect(declared.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(placeholders);
    expect(
      declared.filter(({ name }) => name === 'Prefer'),
      operationId,
    ).toHaveLength(1);
    expect(
      declared.filter(({ name }) => name === 'Idempotency-Key'),
      operationId,
    ).toHaveLength(isRead ? 0 : 1);
    expect(operation.requestBody !== undefined, operationId).toBe(!isRead);
    expect(declared.filter(({ required }) => required).every((parameter) => parameter.in === 'path')).toBe(true);
  }
});

test('has exactly the two documented operations without a key', () => {
  const open = Object.values(operations).filter(({ isPublic }) => isPublic);
  expect(open.map(({ path }) => path).sort()).toEqual([
    '/v1/integrations/public-openapi.json',
    '/v1/public/branding-status',
  ]);
});

test('declares a problem document for every error', () => {
  const problems = allOperations.flatMap(({ operation }) =>
    Object.entries(operation.responses).filter(([status]) => Number(status) >= 400),
  );
  expect(problems.length).toBeGreaterThan(150);
  for (const [status, reference] of problems) {
    const name = '$ref' in reference ? (reference.$ref.split('/').at(-1) ?? '') : '';
    expect(Object.keys(contract.components.responses[name]?.content ?? {}), status).toEqual([
      'application/problem+json',
    ]);
  }
  expect(contract.components.responses.MethodNotAllowed?.headers).toHaveProperty('Allow');
});

test('explains every problem code in a response that contains it', () => {
  const texts = Object.values(contract.components.responses).map(({ description }) => description);
  for (const code of getEnumValues('ProblemCode'))
    expect(
      texts.some((text) => text.includes(`\`${code}\``)),
      code,
    ).toBe(true);
});

test('accepts the documented parameters and a cursor for the list of transactions', () => {
  const documented = ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'];
  expect(listQueryNames('listTransactions')).toEqual([...documented, 'cursor']);
  expect(contract.components.parameters.SortBy?.schema.enum).toContain('amt_comp');
  expect(contract.components.parameters.SortDir?.schema.enum).toContain('desc');
});

test('has a limit, a cursor and the same envelope for all eight lists', () => {
  const lists = allOperations.filter(({ operation }) => operation.operationId.startsWith('list'));
  expect(lists).toHaveLength(8);
  for (const { operation } of lists) {
    expect(listQueryNames(operation.operationId), operation.operationId).toEqual(
      expect.arrayContaining(['limit', 'cursor']),
    );
  }
  const envelopes = Object.keys(contract.components.schemas).filter((name) => name.endsWith('List'));
  expect(envelopes).toHaveLength(7); // the two lists of transactions share theirs
  for (const name of envelopes)
    expect(Object.keys(getProperties(name)), name).toEqual(['object', 'data', 'page', 'summary', 'as_of']);
});

test('sorts only by members that every row has', () => {
  const columns = contract.components.parameters.SortBy?.schema.enum as string[];
  expect(columns.length).toBeGreaterThan(5);
  expect(contract.components.schemas.TransactionRow?.required).toEqual(expect.arrayContaining(columns));
  expect(contract.components.parameters.TerminalSortBy?.schema.enum).toEqual(columns);
  expect(columns).not.toContain('emv');
});

test('uses the same privileges everywhere', () => {
  const privileges = getEnumValues('Privilege');
  expect(getEnumValues('RequiredPrivilege')).toEqual(['none', ...privileges]);
  expect(Object.keys(getProperties('AccessFlags'))).toEqual([
    ...privileges.map((name) => `can_${name}`),
    'is_read_only',
  ]);
  const needed = Object.values(operations).map(({ privilege }) => privilege);
  expect(needed.filter((name) => name !== 'none' && !privileges.includes(name))).toEqual([]);
  expect(operations.deriveSettlements.privilege).not.toBe(operations.listSettlements.privilege);
  expect(operations.createDispute.privilege).not.toBe(operations.listDisputes.privilege);
});

test('covers the documented kinds of items in both feeds', () => {
  const getCategories = (path: string): string[] => {
    const feed = contract.paths[path]?.get?.['x-feed'];
    return [...new Set(Object.values(feed?.categories ?? {}).flat())].sort();
  };
  expect(getCategories('/v1/feeds/account.xml')).toEqual([
    'alert',
    'heartbeat',
    'status',
    'switch-journal',
    'transaction',
  ]);
  expect(getCategories('/v1/feeds/terminals/{terminal_id}.xml')).toEqual([
    'alert',
    'command',
    'provisioning',
    'status',
    'switch-journal',
    'transaction',
  ]);
  for (const path of ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml']) {
    const ok = contract.paths[path]?.get?.responses['200'];
    expect(ok !== undefined && 'content' in ok && Object.keys(ok.content ?? {}), path).toEqual(['application/rss+xml']);
  }
});

test('has no operation in the compliance family', () => {
  expect(Object.values(operations).map(({ service }) => service)).not.toContain('compliance_vault_onboarding');
  expect(Object.keys(getProperties('PortalSnapshot'))).toEqual(
    expect.arrayContaining(['compliance_vault', 'onboarding', 'documents', 'videos']),
  );
});

test('keeps repeated schemas equal', () => {
  const { batch_id: stored, ...batch } = getProperties('SettlementBatch');
  const { batch_id: derived, ...trial } = getProperties('DerivedBatch');
  expect(trial).toEqual(batch);
  expect(derived).not.toEqual(stored);

  const openStatuses = (getProperties('UnresolvedDispute').status as { enum: string[] }).enum;
  const closedStatus = (getProperties('ResolvedDispute').status as { const: string }).const;
  expect([...openStatuses, closedStatus]).toEqual(getEnumValues('DisputeStatus'));
  const { reviewer, ...resolved } = getProperties('ResolvedDispute');
  expect(reviewer).toBeDefined();
  expect(Object.keys(resolved)).toEqual(Object.keys(getProperties('UnresolvedDispute')));
});

test('has no member for card data or keys in a response', () => {
  const names = listElements(contract)
    .filter(({ kind }) => kind === 'property')
    .map(({ pointer }) => pointer.split('/').at(-1) ?? '');
  expect(names).toContain('amt_comp');
  const forbidden = /^(pan|card_number|masked_pan|bin|track\w*|pin_?block|cvv|cvc|kcv|key_check_value|\w+_key_value)$/;
  expect(names.filter((name) => forbidden.test(name))).toEqual([]);
});
