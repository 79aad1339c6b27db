import { DEPTHS } from '../reading/verdicts/sampling.ts';

/*
 * The schema of the JSON report. Members may be added within one `schema_version`,
 * so unknown ones are allowed; the described ones remain.
 */

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const whole = { type: 'integer', minimum: 0 } as const;
const flag = { type: 'boolean' } as const;
const outcome = {
  enum: ['error', 'fail', 'inconclusive', 'untestable', 'warning', 'pass', 'not-applicable'],
} as const;
const day = { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;

/** An object schema with all members required, except those in `added`: reports of earlier versions lack them. */
const createObjectSchema = <Members extends Readonly<Record<string, object>>>(
  description: string,
  properties: Members,
  added: readonly (keyof Members)[] = [],
) =>
  ({
    type: 'object',
    description,
    properties,
    required: Object.keys(properties).filter((name) => !added.includes(name)),
  }) as const;

const createListSchema = <Item extends object>(items: Item) => ({ type: 'array', items }) as const;

const statement = {
  outcome: { ...outcome, description: 'The verdict. A `warning` is a failure that does not decide.' },
  expected: { ...textOrNull, description: 'The behaviour that the clause requires; null unless it was violated.' },
  saw: { ...textOrNull, description: 'The observed behaviour.' },
  reason: {
    ...textOrNull,
    description: 'For an undecided check: the missing input, or the event that prevented a verdict.',
  },
  request: {
    description: 'The smallest request that shows it.',
    anyOf: [{ $ref: '#/$defs/exchange' }, { type: 'null' }],
  },
  places: createListSchema(
    createObjectSchema('Where the kit read a failure in the response.', {
      pointer: {
        ...text,
        description: 'A JSON pointer in which `*` stands for every element; empty for the whole body.',
      },
      meaning: { ...text, description: 'The value found there, or what the kit looked for there.' },
    }),
  ),
  known: {
    description: 'Set if the baseline lists it, so that it does not count.',
    anyOf: [{ $ref: '#/$defs/known' }, { type: 'null' }],
  },
} as const;

const nextSteps = createListSchema(
  createObjectSchema('A step that may let undecided checks decide; the most useful step is first.', {
    kind: { ...text, description: 'Other kinds may be added.' },
    action: { ...text, description: 'The input to supply.' },
    detail: { ...text, description: 'The option or command to use, or the reason of the checks.' },
    required: createListSchema({ ...text, description: 'The id of a required check.' }),
    advice: createListSchema({ ...text, description: 'The id of a check whose rule is only advice.' }),
  }),
);

/** The JSON Schema (2020-12) of the JSON report. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:fleetkit:conformance-report:1',
  title: 'Conformance report',
  ...createObjectSchema(
    'The result of `fleetkit conform` for a service.',
    {
      schema_version: { const: 1 },
      kit_version: { ...text, description: 'The version of fleetkit.' },
      target: { ...text, description: 'The base URL of the service.' },
      started_at: { ...text, format: 'date-time' },
      duration_ms: whole,
      seed: { type: 'integer' },
      options: createObjectSchema(
        'How the run was made.',
        {
          depth: { enum: [...DEPTHS], description: 'How many of several similar cases were tested.' },
          strict: flag,
          allow_writes: flag,
          allow_unverified: flag,
          fail_fast: {
            ...flag,
            description: 'Whether the remaining checks were skipped after the first failure that decides.',
          },
          requests_per_second: {
            type: ['number', 'null'],
            description: 'The maximum number of requests per second; null for no limit.',
          },
          concurrency: whole,
          timeout_ms: whole,
          via_proxy: flag,
          insecure: { ...flag, description: 'Whether certificate verification was skipped.' },
          added_headers: createListSchema({
            ...text,
            description: 'The name of a header that was added to every request.',
          }),
          is_traffic: {
            const: true,
            description: 'The exchanges are those of other software; absent if the kit sent the requests.',
          },
          recorded_at: {
            ...text,
            description: 'When the recording was made that answered all requests; absent if the target answered.',
          },
        },
        ['depth', 'recorded_at', 'is_traffic'],
      ),
      keys: createListSchema(
        createObjectSchema('A key by name, and what it can read.', {
          name: text,
          opens: { ...whole, description: 'The number of operations that it can read.' },
          terminals: whole,
          transactions: whole,
        }),
      ),
      exit_code: { enum: [0, 1, 2, 3, 4, 5, 70] },
      exit_reason: text,
      stopped: { ...textOrNull, description: 'Why the run ended early; null if it did not.' },
      limits_reached: createListSchema({
        ...text,
        description: 'A limit of time or memory that the service made the kit reach.',
      }),
      next_steps: nextSteps,
      counts: createObjectSchema('The number of results by outcome.', {
        error: whole,
        fail: whole,
        inconclusive: whole,
        untestable: whole,
        warning: whole,
        pass: whole,
        'not-applicable': whole,
      }),
      clauses: createObjectSchema(
        'The documented rules by state.',
        {
          documented: whole,
          verified: whole,
          broken: { ...whole, description: 'Violated according to a check that decides the exit code.' },
          not_followed: { ...whole, description: 'Not followed according to a check that is only advice.' },
          unverified: whole,
          not_looked_at: whole,
          uncheckable: whole,
          list: createListSchema(
            createObjectSchema('A documented rule.', {
              id: text,
              section: text,
              text,
              fate: { enum: ['verified', 'broken', 'not-followed', 'unverified', 'not-looked-at', 'uncheckable'] },
              checks: createListSchema(text),
            }),
          ),
        },
        ['not_followed'],
      ),
      choices: createListSchema(
        createObjectSchema('How the target handles something that the document leaves open. Not a verdict.', {
          id: text,
          title: text,
          gap: { ...text, description: 'The id of the gap in the document.' },
          reading: text,
          evidence: createListSchema({ $ref: '#/$defs/exchange' }),
        }),
      ),
      bindings: {
        description: 'Where the target stores the values that the document names; null if no run produced the result.',
        anyOf: [
          createObjectSchema('The known bindings.', {
            origin: { enum: ['builtin', 'inferred', 'config'] },
            contract: {
              enum: ['builtin', 'published', 'file'],
              description: 'The contract that responses were validated against.',
            },
            found: createListSchema(
              createObjectSchema('A binding.', {
                name: text,
                value: { ...text, description: 'A JSON pointer or another value.' },
                confidence: { enum: ['certain', 'likely', 'guess'] },
                from: createListSchema({ enum: ['builtin', 'config', 'document', 'names', 'shape', 'experiment'] }),
                evidence: createListSchema(text),
              }),
            ),
            missing: createListSchema({ ...text, description: 'The name of a binding that was not found.' }),
          }),
          { type: 'null' },
        ],
      },
      baseline: {
        description: 'The entries of the baseline and their states; null without a baseline.',
        anyOf: [
          createListSchema(
            createObjectSchema('A baseline entry.', {
              list: { enum: ['failures', 'untestable'] },
              check: text,
              case: textOrNull,
              reason: text,
              owner: textOrNull,
              expires: day,
              state: { enum: ['excused', 'stale', 'expired', 'kept'] },
              note: text,
            }),
          ),
          { type: 'null' },
        ],
      },
      requests: { ...whole, description: 'The number of requests sent, repeats included.' },
      sent_again: createListSchema(
        createObjectSchema('Requests that were sent again after one kind of transient error.', {
          cause: { ...text, description: 'The earlier outcome that led to them: `status 503`.' },
          requests: whole,
        }),
      ),
      results: createListSchema(
        createObjectSchema(
          'A check and its verdict, in the order of the catalogue.',
          {
            id: { ...text, description: 'Never changes.' },
            title: text,
            level: { enum: ['must', 'should', 'may'] },
            clause: createObjectSchema('The rule that the check verifies.', {
              id: text,
              text,
              section: {
                ...textOrNull,
                description: 'The section of the document, or the source of a custom rule; null for an assumption.',
              },
              is_documented: flag,
              is_own: { ...flag, description: 'Whether it is a custom rule of the user.' },
            }),
            covers: createListSchema({ ...text, description: 'A rule that is verified when the check passes.' }),
            decides: { ...flag, description: 'Whether a failure makes the run fail.' },
            ...statement,
            cases: createListSchema(
              createObjectSchema('A case of the check.', { name: text, ...statement }, ['places']),
            ),
            evidence: createListSchema({ $ref: '#/$defs/exchange' }),
            requests: { ...whole, description: 'The number of requests that the check sent, repeats included.' },
            sampled: createListSchema(
              createObjectSchema(
                'A set of cases that the check tested only in part, because of the depth of the run.',
                {
                  of: text,
                  tested: whole,
                  total: whole,
                },
              ),
            ),
            duration_ms: whole,
            shared_cause: createObjectSchema('The failure that probably has the same cause.', {
              check: text,
              operation: { ...text, description: 'The operation whose responses both failures accuse.' },
            }),
            challenged: createObjectSchema(
              'How many forbidden changes of its responses a pass noticed (`--challenge`).',
              {
                tried: whole,
                noticed: whole,
                unnoticed: createListSchema({ ...text, description: 'A change that the check did not notice.' }),
              },
            ),
          },
          ['sampled', 'places', 'challenged', 'shared_cause'],
        ),
      ),
    },
    ['next_steps', 'limits_reached', 'sent_again'],
  ),
  $defs: {
    exchange: createObjectSchema('A request and its response, without keys and card numbers.', {
      operation: { ...text, description: 'The method and the path with its placeholders.' },
      caller: {
        ...text,
        description: 'The name of the key; `anonymous` or `unknown key` for requests without a valid key.',
      },
      method: text,
      url: text,
      status: { type: 'integer', minimum: 100, maximum: 999 },
      content_type: text,
      excerpt: { ...text, description: 'The beginning of the body.' },
      bytes: whole,
      curl: { ...text, description: 'A command that repeats the request, with a variable in place of the key.' },
    }),
    known: createObjectSchema('Why a failure is accepted for now.', {
      reason: text,
      owner: textOrNull,
      expires: { ...day, description: 'The last day.' },
      is_expired: flag,
    }),
  },
} as const;
