/** The parts of a JSON report of the kit that are shown, for a service or a receiver. */
export interface Report {
  readonly target: string;
  readonly startedAt: string;
  readonly kitVersion: string;
  readonly requests: number;
  /** Sentences about the whole run. */
  readonly notes: readonly string[];
  readonly results: readonly CheckResult[];
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  readonly outcome: string;
  readonly clause: string;
  readonly statements: readonly Statement[];
  readonly evidence: readonly ReportExchange[];
}

/** The expectation and the finding of a check, for all or one of its cases. */
export interface Statement {
  readonly name: string | undefined;
  readonly outcome: string;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly reason: string | undefined;
  readonly request: ReportExchange | undefined;
  /** The usual cause of a failure of a receiver, with the usual line of code and a better one. */
  readonly cause?: { readonly text: string; readonly line: string; readonly instead: string };
}

export interface ReportExchange {
  readonly title: string;
  readonly status: string;
  readonly excerpt: string;
  readonly curl: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads a JSON report of the kit. Throws an `Error` with the reason if it is none. */
export const parseReport = (text: string): Report => toReport(parseJson(text));

/** Selects the parts of a parsed report that are shown. */
export function toReport(document: unknown): Report {
  if (isObject(document) && Array.isArray(document.probes)) return toReceiverReport(document);
  const results = isObject(document) ? document.results : undefined;
  if (!isObject(document) || !Array.isArray(results))
    throw new Error('This is not a JSON report of the kit. Write one with: fleetkit conform URL --format json');
  return {
    target: readText(document.target) || readText(readMember(document.target, 'url')) || 'unknown target',
    startedAt: readText(document.started_at),
    kitVersion: readText(document.kit_version),
    requests: Number(document.requests) || 0,
    notes: [],
    results: results.filter(isObject).map(toResult),
  };
}

/** Selects the parts of a report of `fleetkit receiver check`. A probe is a check, and its deliveries are the evidence. */
const toReceiverReport = (document: Json): Report => ({
  target: readText(document.url),
  startedAt: readText(document.started_at),
  kitVersion: readText(document.kit_version),
  requests: Number(document.deliveries) || 0,
  notes: [
    ...listTexts(readMember(document.diagnosis, 'findings')),
    ...listObjects(document.remarks).map(({ says }) => readText(says)),
    ...listTexts(document.untested).map((text) => `Not tested: ${text}.`),
  ],
  results: listObjects(document.probes).map(toProbeResult),
});

const PROBE_OUTCOMES: Readonly<Record<string, string>> = { skipped: 'not-applicable', unverified: 'inconclusive' };

function toProbeResult(probe: Json): CheckResult {
  const outcome = readText(probe.outcome);
  const failure = isObject(probe.failure) ? probe.failure : {};
  return {
    id: readText(probe.id),
    title: readText(probe.title),
    level: readText(probe.level),
    outcome: PROBE_OUTCOMES[outcome] ?? outcome,
    clause: readText(failure.matters),
    statements: [
      {
        name: undefined,
        outcome,
        expected: readText(failure.expected) || undefined,
        found: readText(failure.came) || undefined,
        reason: readText(probe.reason) || undefined,
        request: undefined,
        ...(isObject(probe.failure) ? { cause: toCause(probe.failure) } : {}),
      },
    ],
    evidence: listObjects(probe.deliveries).map(({ name, status, expects }) => ({
      title: readText(name) || 'Delivery',
      status: String(status ?? 'no response'),
      excerpt: EXPECTED[readText(expects)] ?? '',
      curl: '',
    })),
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  taken: 'Expected: 2xx',
  refused: 'Expected: 4xx',
  handled: 'Expected: 2xx or 4xx',
  'not-taken': 'Expected: not 2xx',
};

const toCause = ({ usually, line, instead }: Json) => ({
  text: readText(usually),
  line: readText(line),
  instead: readText(instead),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The file does not contain JSON.');
  }
}

const toResult = (result: Json): CheckResult => ({
  id: readText(result.id),
  title: readText(result.title),
  level: readText(result.level),
  outcome: readText(result.outcome),
  clause: readText(readMember(result.clause, 'text')),
  statements: [toStatement(result), ...listObjects(result.cases).map(toStatement)],
  evidence: listObjects(result.evidence).map(toExchange),
});

const toStatement = (statement: Json): Statement => ({
  name: 'cases' in statement ? undefined : readText(statement.name) || undefined,
  outcome: readText(statement.outcome),
  expected: readText(statement.expected) || undefined,
  found: readText(statement.saw) || undefined,
  reason: readText(statement.reason) || undefined,
  request: isObject(statement.request) ? toExchange(statement.request) : undefined,
});

const toExchange = (exchange: Json): ReportExchange => ({
  title: `${readText(exchange.method)} ${readText(exchange.url)}`,
  status: String(exchange.status ?? 'no response'),
  excerpt: readText(exchange.excerpt),
  curl: readText(exchange.curl),
});

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listObjects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const listTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(readText) : []);

const readMember = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
