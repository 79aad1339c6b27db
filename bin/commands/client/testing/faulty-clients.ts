// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code of the skeleton

/** A fault of a client: a text of the skeleton in TypeScript, and its replacement. */
export interface ClientFault {
  /** The lesson that finds the fault. */
  readonly lesson: string;
  readonly name: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
}

const fault = (lesson: string, name: string, ...changes: ClientFault['changes']): ClientFault => ({
  ...{ lesson, name, changes },
});

const EMPTY_LIST = `'{"data":[],"page":{"has_more":false,"next_cursor":null}}'`;
const WALK_END = 'if (!page.has_more || isEnough(rows)) return rows;';
const READ_BODY = 'const text = await response.text();';
const TO_CENTS = "BigInt(amount.replace('.', ''))";
const OF_THE_DAY = '.filter((row) => row.terminal_datetime.startsWith(given.date))';
const NO_REPEATED_KEY = ["'Idempotency-Key': randomUUID()", "Accept: 'application/json'"] as const;
const READ_TOP =
  "const rows = await readList('/v1/transactions', order, (read) => removeRepeats(read).length >= given.count);";
const PAUSE = "pauseMs = readPause(headers.get('retry-after')) ?? pauseMs;";
const TEMPORARY = '[429, 500, 502, 503, 504]';

/** At least one faulty client for each lesson that the skeleton can fail. */
export const clientFaults: readonly ClientFault[] = [
  fault('completeness/pages', 'reads the first page only', [WALK_END, 'return rows;']),
  fault('completeness/page-sizes', 'ends a list at a page that is not full', [
    WALK_END,
    'if (data.length < 200) return rows;',
  ]),
  fault('completeness/short-page', 'ends a list at a page with one row', [
    WALK_END,
    'if (!page.has_more || isEnough(rows) || data.length === 1) return rows;',
  ]),
  fault('completeness/empty-page', 'ends a list at an empty page', [
    WALK_END,
    'if (!page.has_more || isEnough(rows) || data.length === 0) return rows;',
  ]),
  fault('completeness/expired-cursor', 'returns the rows before an expired cursor', [
    "if (!(error instanceof Refused && error.code === 'cursor_expired' && cursor !== undefined)) throw error;",
    'if (cursor !== undefined) return rows; throw error;',
  ]),
  fault('completeness/repeated-rows', 'counts a row on two pages twice', [
    'return removeRepeats(rows);',
    'return rows;',
  ]),
  fault('completeness/repeated-locations', 'lists a terminal on two pages twice', [
    '[...new Set(locations.flatMap((location) => location.terminal_ids))]',
    'locations.flatMap((location) => location.terminal_ids)',
  ]),
  fault('completeness/sorted-pages', 'reads one page of a sorted list', [
    '(read) => removeRepeats(read).length >= given.count',
    '() => true',
  ]),
  fault('completeness/sorted-pages', 'sends a cursor without the other parameters', [
    "{ limit: '200', ...parameters, ...(cursor === undefined ? {} : { cursor }) }",
    "cursor === undefined ? { limit: '200', ...parameters } : { cursor }",
  ]),
  fault('completeness/interrupted-walk', 'returns the rows before a failure', [
    "if (!(error instanceof Refused && error.code === 'cursor_expired' && cursor !== undefined)) throw error;",
    'if (cursor !== undefined) return rows; throw error;',
  ]),
  fault('completeness/new-rows', 'reads the newest rows only', [
    "for (const row of await readList('/v1/transactions'))",
    "for (const row of (await readJson('/v1/transactions?limit=20')).data)",
  ]),
  fault('completeness/late-row', 'stops at the first known row', [
    'known.add(row.transaction_id);',
    '{ if (known.has(row.transaction_id)) break; known.add(row.transaction_id); }',
  ]),
  fault('completeness/feed-changes', 'polls once', [
    'poll < given.polls; poll += 1) {\n    if (poll > 0) await wait(given.interval_ms);\n    const headers',
    'poll < 1; poll += 1) {\n    const headers',
  ]),
  fault('values/decimals', 'truncates binary fractions', [TO_CENTS, 'BigInt(Math.trunc(Number(amount) * 100))']),
  fault('values/large-sums', 'rounds binary fractions', [TO_CENTS, 'BigInt(Math.round(Number(amount) * 100))']),
  fault('values/local-day', 'counts the day of UTC', [
    OF_THE_DAY,
    '.filter((row) => new Date(row.terminal_datetime).toISOString().startsWith(given.date))',
  ]),
  fault('values/long-day', 'ends a day after 24 hours', [
    OF_THE_DAY,
    `.filter((row, _, all) => {
      const first = all.filter((one) => one.terminal_datetime.startsWith(given.date)).at(-1);
      const start = Date.parse(\`\${given.date}T00:00:00\${first.terminal_datetime.slice(19)}\`);
      const at = Date.parse(row.terminal_datetime);
      return at >= start && at < start + 86_400_000;
    })`,
  ]),
  fault('values/transaction-types', 'adds all types', [
    ".filter((row) => ['withdrawal', 'cash_advance'].includes(row.transaction_type))",
    '',
  ]),
  fault('values/transaction-types', 'adds no cash advances', [
    "['withdrawal', 'cash_advance'].includes(row.transaction_type)",
    "row.transaction_type === 'withdrawal'",
  ]),
  fault('values/transaction-types', 'adds requested amounts', ['toCents(row.amt_comp)', 'toCents(row.amt_req)']),
  fault('values/absent-members', 'counts absent members', ['row.emv !== undefined', 'row.emv !== null']),
  fault('values/absent-members', 'counts members with null', [
    'row.linked_transaction_id !== null',
    "'linked_transaction_id' in row",
  ]),
  fault('values/unknown-members', 'refuses unknown members', [
    'rows.push(...data);',
    "rows.push(...data); if (Object.keys(page).length !== 5) throw new Failure('unknown member');",
  ]),
  fault('values/unknown-words', 'refuses unknown types', [
    'const rows = await readRows(given.terminal_id);\n  return {',
    `const rows = await readRows(given.terminal_id);
    if (rows.some((row) => row.transaction_type.startsWith('x_'))) throw new Failure('unknown type');
  return {`,
  ]),
  fault('values/encoded-ids', 'does not encode ids', [
    'readList(`/v1/terminals/${encodeURIComponent(terminalId)}',
    'readList(`/v1/terminals/${terminalId}',
  ]),
  fault('values/encoded-ids', 'encodes ids as whole URLs', [
    'readList(`/v1/terminals/${encodeURIComponent(terminalId)}',
    'readList(`/v1/terminals/${encodeURI(terminalId)}',
  ]),
  fault('values/amount-order', 'compares amounts as texts', [
    READ_TOP,
    "const rows = (await readList('/v1/transactions')).sort((one, other) => (one.amt_comp < other.amt_comp ? 1 : -1));",
  ]),
  fault('values/amount-order', 'compares amounts as binary fractions', [
    READ_TOP,
    "const rows = (await readList('/v1/transactions')).sort((one, other) => Number(other.amt_comp) - Number(one.amt_comp));",
  ]),
  fault('values/dispute', 'disputes another amount', [
    '{ transaction_id, reason_code, amount });',
    "{ transaction_id, reason_code, amount: '1.00' });",
  ]),
  fault('values/derivation', 'derives another date', ["derive', { business_date })", "derive', {})"]),
  fault('values/derivation', 'derives nothing', [
    "derive', { business_date })",
    "derive', { business_date, dry_run: true })",
  ]),
  fault('values/feed-titles', 'decodes no references', ['decodeReferences(part)))', 'part))']),
  fault('conduct/wait-seconds', 'ignores Retry-After', [PAUSE, '']),
  fault('conduct/wait-date', 'ignores dates in Retry-After', [
    'const date = Date.parse(given);',
    'const date = Number.NaN;',
  ]),
  fault('conduct/unavailable-once', 'waits after 429 only', [PAUSE, `if (status === 429) ${PAUSE}`]),
  fault('conduct/unavailable', 'answers and reports no error', [
    'console.log(JSON.stringify({ error: error.message }));\n  process.exitCode = 1;',
    'console.log(JSON.stringify({ terminal_ids: [] }));',
  ]),
  fault(
    'conduct/unavailable',
    'never gives up',
    [
      'if (attempt + 1 === MOST_ATTEMPTS || Date.now() + pauseMs > END_MS) break;\n    await wait(pauseMs);',
      'await wait(20);',
    ],
    ['attempt < MOST_ATTEMPTS', 'attempt < 1e9'],
  ),
  fault('conduct/back-off', 'retries at the same pace', ['400 * 2 ** attempt', '150']),
  fault('conduct/bad-request', 'retries 400', [TEMPORARY, '[400, 429, 503]']),
  fault('conduct/unauthorized', 'retries 401', [TEMPORARY, '[401, 429, 503]']),
  fault('conduct/forbidden', 'retries 403', [TEMPORARY, '[403, 429, 503]']),
  fault('conduct/not-found', 'retries 404', [TEMPORARY, '[404, 429, 503]']),
  fault('conduct/key-revoked', 'returns the rows before the key was revoked', [
    "if (!(error instanceof Refused && error.code === 'cursor_expired' && cursor !== undefined)) throw error;",
    'return rows;',
  ]),
  fault('conduct/silence', 'waits without a time limit', [
    'signal: AbortSignal.timeout(Math.max(1, Math.min(RESPONSE_MS, END_MS - Date.now()))),',
    '',
  ]),
  fault('conduct/cut-body', 'treats a cut body as an empty list', [
    READ_BODY,
    `const text = await response.text().catch(() => ${EMPTY_LIST});`,
  ]),
  fault('conduct/slow-body', 'treats a slow body as an empty list', [
    READ_BODY,
    `const text = await Promise.race([response.text(), wait(900).then(() => ${EMPTY_LIST})]);`,
  ]),
  fault('conduct/endless-body', 'limits the time for the head only', [
    'signal: AbortSignal.timeout(Math.max(1, Math.min(RESPONSE_MS, END_MS - Date.now()))),',
    '',
  ]),
  fault('conduct/compression', 'cannot decode an accepted coding', [
    READ_BODY,
    "const text = headers.has('content-encoding') ? 'undecoded' : await response.text();",
  ]),
  fault(
    'conduct/html-page',
    'treats a page as an empty list',
    [READ_BODY, `const body = await response.text(); const text = body.startsWith('<!') ? ${EMPTY_LIST} : body;`],
    ["(headers.get('content-type') ?? '').startsWith(mediaType)", 'mediaType.length > 0'],
  ),
  fault('conduct/corrected-write', 'derives the idempotency key from the transaction', [
    "'Idempotency-Key': randomUUID()",
    "'Idempotency-Key': String(body.transaction_id ?? body.business_date)",
  ]),
  fault('conduct/unavailable-write', 'repeats a write without a key', NO_REPEATED_KEY),
  fault('conduct/lost-response', 'repeats a write without a key', NO_REPEATED_KEY),
  fault('conduct/lost-response', 'repeats a write with another key', [
    "headers: { ...init.headers, 'X-API-Key': FLEETKIT_KEY }",
    "headers: { ...init.headers, 'X-API-Key': FLEETKIT_KEY, 'Idempotency-Key': randomUUID() }",
  ]),
  fault('conduct/lost-derivation', 'repeats a write without a key', NO_REPEATED_KEY),
  fault('conduct/key-in-header', 'sends the key in the URL too', [
    'fetch(`${FLEETKIT_URL}${path}`',
    "fetch(`${FLEETKIT_URL}${path}${path.includes('?') ? '&' : '?'}key=${FLEETKIT_KEY}`",
  ]),
  fault('conduct/key-in-output', 'prints its headers', [
    'const answer = await',
    'console.error(`X-API-Key: ${FLEETKIT_KEY}`);\n  const answer = await',
  ]),
  fault('conduct/idempotency-keys', 'has one idempotency key', [
    "'Idempotency-Key': randomUUID()",
    "'Idempotency-Key': 'fleet'",
  ]),
  fault('conduct/left-programs', 'starts a program and does not end it', [
    'const answer = await',
    "(await import('node:child_process')).spawn('sleep', ['60'], { stdio: 'ignore' }).unref();\n  const answer = await",
  ]),
  fault('conduct/redirect', 'follows redirects with the key', ["redirect: 'manual'", "redirect: 'follow'"]),
  fault('conduct/untrusted-certificate', 'trusts every certificate', [
    'const answer = await',
    "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\n  const answer = await",
  ]),
  fault('conduct/validators', 'polls without validators', ["{ 'If-None-Match': tag }", '{}']),
  fault('webhooks/signatures', 'verifies no signature', [
    "return version === 'v1' && received.length",
    'return true || received.length',
  ]),
  fault('webhooks/signatures', 'verifies parsed and serialised bodies', [
    'isGenuine(secret, request.headers, body)',
    'isGenuine(secret, request.headers, Buffer.from(JSON.stringify(JSON.parse(body.toString()))))',
  ]),
  fault('webhooks/old-delivery', 'ignores the timestamp', [
    'Math.abs(Date.now() / 1000 - Number(timestamp)) > 300',
    'false',
  ]),
  fault('webhooks/old-delivery', 'accepts timestamps of the future', [
    'Math.abs(Date.now() / 1000 - Number(timestamp)) > 300',
    'Date.now() / 1000 - Number(timestamp) > 300',
  ]),
  fault(
    'webhooks/duplicates',
    'lists repeated events',
    ['event_ids: [...ids]', 'event_ids: seen'],
    ['const ids = new Set<string>();', 'const ids = new Set<string>();\n  const seen: string[] = [];'],
    ['ids.add(id);', 'ids.add(id);\n    seen.push(id);'],
  ),
  fault('webhooks/reordered', 'ignores the order of an incident', [
    'incident.sequence > (latest.get(incident.incident_id)?.sequence ?? -1)',
    'true',
  ]),
  fault('webhooks/reordered', 'does not open an incident that begins with an escalation', [
    'STATES.includes(incident.state) &&',
    "STATES.includes(incident.state) && (incident.state !== 'escalated' || latest.has(incident.incident_id)) &&",
  ]),
  fault('webhooks/late-event', 'refuses events that happened days ago', [
    'const { id, incident, is_test } = event;',
    `const { id, incident, is_test, timestamp } = event;
    if (Date.now() - Date.parse(timestamp) > 300_000) return void response.writeHead(400).end();`,
  ]),
  fault('webhooks/samples', 'takes samples for events', ['is_test !== true &&', '']),
  fault('webhooks/missed', 'does not read open alerts', [
    'for (const id of given.terminal_ids) {',
    'for (const id of []) {',
  ]),
];
