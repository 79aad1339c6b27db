import { type CheckResult, getTopic, neutralised, type RunEvent } from '../../../conformance/index.ts';

/** Where progress is written: a terminal, whose line can be overwritten, or a log. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the progress of a run: one updated line on a terminal; in a log, a line per topic and per failure; as JSON, a line per event. */
export function createProgress(screen: Screen, form: 'text' | 'json' = 'text'): (event: RunEvent) => void {
  if (form === 'json') return createJsonProgress(screen);
  return screen.isTTY === true ? createLiveProgress(screen) : createLogProgress(screen);
}

function createLiveProgress(screen: Screen): (event: RunEvent) => void {
  let total = 0;
  let done = 0;
  let failed = 0;
  const show = (line: string) => screen.write(`\r\u001b[2K${line.slice(0, (screen.columns ?? 80) - 1)}`);
  return (event) => {
    if (event.type === 'started') total = event.checks.length;
    if (event.type === 'key-discovered') show(`surveying as ${neutralised(event.key.name)}`);
    if (event.type === 'check-started')
      show(`${formatBar(done / total)} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}  ${event.id}`);
    if (event.type === 'check-finished') {
      done += 1;
      if (isFailure(event.result)) failed += 1;
    }
    if (event.type === 'finished') show('');
  };
}

const CELLS = 20;
const formatBar = (part: number): string => {
  const full = Math.round(part * CELLS);
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)}`;
};

function createJsonProgress(screen: Screen): (event: RunEvent) => void {
  return (event) => {
    const described = describeEvent(event);
    if (described !== undefined) screen.write(`${JSON.stringify(described)}\n`);
  };
}

/** Describes an event for programs. Contains no values of the target. */
function describeEvent(event: RunEvent): object | undefined {
  switch (event.type) {
    case 'started':
      return { type: event.type, checks: event.checks.length };
    case 'check-started':
      return { type: event.type, check_id: event.id };
    case 'check-finished':
      return { type: event.type, check_id: event.result.id, outcome: event.result.outcome };
    case 'key-discovered':
    case 'discovered':
    case 'finished':
      return undefined;
    default:
      return event satisfies never;
  }
}

function createLogProgress(screen: Screen): (event: RunEvent) => void {
  const left = new Map<string, number>();
  const results: CheckResult[] = [];
  return (event) => {
    if (event.type === 'started')
      for (const { id } of event.checks) left.set(getTopic(id), (left.get(getTopic(id)) ?? 0) + 1);
    if (event.type === 'key-discovered')
      screen.write(
        `${neutralised(event.key.name)}: can read ${event.key.opens} operations, ${event.key.terminals} terminals\n`,
      );
    if (event.type !== 'check-finished') return;
    results.push(event.result);
    if (isFailure(event.result)) screen.write(`FAILED ${event.result.id}: ${event.result.title}\n`);
    const topic = getTopic(event.result.id);
    const remaining = (left.get(topic) ?? 1) - 1;
    left.set(topic, remaining);
    if (remaining === 0)
      screen.write(`${topic}: ${formatSummary(results.filter(({ id }) => getTopic(id) === topic))}\n`);
  };
}

const isFailure = ({ outcome }: CheckResult): boolean => outcome === 'fail' || outcome === 'error';

function formatSummary(results: readonly CheckResult[]): string {
  const counts = Map.groupBy(results, ({ outcome }) => WORDS[outcome]);
  return [...counts].map(([word, of]) => `${of.length} ${word}`).join(', ');
}

const WORDS: Readonly<Record<CheckResult['outcome'], string>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'erred',
  warning: 'gave advice',
  untestable: 'not verified',
  inconclusive: 'not verified',
  'not-applicable': 'not applicable',
};
