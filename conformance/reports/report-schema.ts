/*
 * What the JSON report looks like, for whoever reads it with a program. Members may be added within one `schema_version`,
 * so unknown ones are allowed; those that are described here stay.
 */

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const whole = { type: 'integer', minimum: 0 } as const;
const flag = { type: 'boolean' } as const;
const outcome = {
  enum: ['error', 'fail', 'inconclusive', 'untestable', 'warning', 'pass', 'not-applicable'],
} as const;
const day = { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;

/** An object of which every member that is named is there. */
const object = <Members extends Readonly<Record<string, object>>>(description: string, properties: Members) =>
  ({ type: 'object', description, properties, required: Object.keys(properties) }) as const;

const list = <Item extends object>(items: Item) => ({ type: 'array', items }) as const;

const statement = {
  outcome: { ...outcome, description: 'What was found out. A `warning` is a failure that does not decide.' },
  expected: { ...textOrNull, description: 'What the clause asks for; null unless it was broken.' },
  saw: { ...textOrNull, description: 'What came instead, in words.' },
  reason: { ...textOrNull, description: 'What is missing, or what happened, when nothing was decided.' },
  request: {
    description: 'The smallest request that shows it.',
    anyOf: [{ $ref: '#/$defs/exchange' }, { type: 'null' }],
  },
  known: {
    description: 'Why it does not count: the baseline lists it.',
    anyOf: [{ $ref: '#/$defs/known' }, { type: 'null' }],
  },
} as const;

/** The JSON Schema (2020-12) of the JSON report. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:fleetkit:conformance-report:1',
  title: 'Conformance report',
  ...object('What `fleetkit conform` found out about a service.', {
    schema_version: { const: 1 },
    kit_version: { ...text, description: 'The version of fleetkit.' },
    target: { ...text, description: 'Where the paths of the service begin.' },
    started_at: { ...text, format: 'date-time' },
    duration_ms: whole,
    seed: { type: 'integer' },
    options: object('How the run was made.', {
      strict: flag,
      allow_writes: flag,
      allow_unverified: flag,
      fail_fast: { ...flag, description: 'The rest was left out after the first failure that decides.' },
      requests_per_second: { type: ['number', 'null'], description: 'The most requests a second; null for no limit.' },
      concurrency: whole,
      timeout_ms: whole,
      via_proxy: flag,
      insecure: { ...flag, description: 'Certificates were not checked.' },
      added_headers: list({ ...text, description: 'The name of a header that was added to every request.' }),
    }),
    keys: list(
      object('A key by its name, and what it opens.', {
        name: text,
        opens: { ...whole, description: 'How many operations answered it.' },
        terminals: whole,
        transactions: whole,
      }),
    ),
    exit_code: { enum: [0, 1, 2, 3, 4, 5, 70] },
    exit_reason: text,
    stopped: { ...textOrNull, description: 'Why the run ended early, if it did.' },
    counts: object('How many results have each outcome.', {
      error: whole,
      fail: whole,
      inconclusive: whole,
      untestable: whole,
      warning: whole,
      pass: whole,
      'not-applicable': whole,
    }),
    clauses: object('How the documented rules fared.', {
      documented: whole,
      verified: whole,
      broken: whole,
      unverified: whole,
      not_looked_at: whole,
      uncheckable: whole,
      list: list(
        object('A documented rule.', {
          id: text,
          section: text,
          text,
          fate: { enum: ['verified', 'broken', 'unverified', 'not-looked-at', 'uncheckable'] },
          checks: list(text),
        }),
      ),
    }),
    choices: list(
      object('How the target reads something that the document leaves open. It is no verdict.', {
        id: text,
        title: text,
        gap: { ...text, description: 'The gap of the document that it belongs to.' },
        reading: text,
        evidence: list({ $ref: '#/$defs/exchange' }),
      }),
    ),
    bindings: {
      description: 'Where the target keeps what the document names; null if no run made the result.',
      anyOf: [
        object('What is known of it.', {
          origin: { enum: ['builtin', 'inferred', 'config'] },
          contract: { enum: ['builtin', 'published', 'file'], description: 'What responses were held against.' },
          found: list(
            object('One thing and its place.', {
              name: text,
              value: { ...text, description: 'A pointer, or what else it takes.' },
              confidence: { enum: ['certain', 'likely', 'guess'] },
              from: list({ enum: ['builtin', 'config', 'document', 'names', 'shape', 'experiment'] }),
              evidence: list(text),
            }),
          ),
          missing: list({ ...text, description: 'The name of something that was not found.' }),
        }),
        { type: 'null' },
      ],
    },
    baseline: {
      description: 'What became of the entries of the baseline; null if there was none.',
      anyOf: [
        list(
          object('An entry.', {
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
    requests: { ...whole, description: 'How many requests were sent.' },
    results: list(
      object('A check and its verdict, in the order of the catalogue.', {
        id: { ...text, description: 'Never changes.' },
        title: text,
        level: { enum: ['must', 'should', 'may'] },
        clause: object('The rule that it stands on.', {
          id: text,
          text,
          section: {
            ...textOrNull,
            description: 'Where the document, or the author of the rule, says it; null for an assumption.',
          },
          is_documented: flag,
          is_own: { ...flag, description: 'It is a rule of the user, not of the kit.' },
        }),
        covers: list({ ...text, description: 'A rule that is verified when the check passes.' }),
        decides: { ...flag, description: 'Whether a failure of it makes the run fail.' },
        ...statement,
        cases: list(object('One subject of the check.', { name: text, ...statement })),
        evidence: list({ $ref: '#/$defs/exchange' }),
        requests: whole,
        duration_ms: whole,
      }),
    ),
  }),
  $defs: {
    exchange: object('A request and its answer, without keys and card numbers.', {
      operation: { ...text, description: 'The method and the path with its placeholders.' },
      caller: { ...text, description: 'The name of the key, or who else asked.' },
      method: text,
      url: text,
      status: { type: 'integer', minimum: 100, maximum: 999 },
      content_type: text,
      excerpt: { ...text, description: 'The beginning of the body.' },
      bytes: whole,
      curl: { ...text, description: 'A command that repeats the request, with a variable in place of the key.' },
    }),
    known: object('Why something is accepted for the time being.', {
      reason: text,
      owner: textOrNull,
      expires: { ...day, description: 'The last day.' },
      is_expired: flag,
    }),
  },
} as const;
