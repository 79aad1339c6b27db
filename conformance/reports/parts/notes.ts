import type { BindingsSummary, RunResult } from '../../engine/results/result.ts';
import { pluralize } from './screen.ts';

/** Returns what affects how far the result of a run can be trusted, as short phrases: its options, transient errors and limits. */
export const listNotes = ({
  seed,
  options,
  bindings,
  sentAgain = [],
  limitsReached = [],
}: Pick<RunResult, 'seed' | 'options' | 'bindings' | 'sentAgain' | 'limitsReached'>): string[] => [
  ...(options.isTraffic === true ? [] : [`seed ${seed}`]),
  ...(options.recordedAt === undefined ? [] : [`replayed from a recording of ${options.recordedAt}`]),
  ...(options.depth === 'standard' ? [] : [`depth ${options.depth}`]),
  ...(options.strict ? ['strict'] : []),
  ...(options.isTraffic === true ? [] : [options.allowWrites ? 'writes allowed' : 'read-only']),
  ...(options.insecure ? ['CERTIFICATES NOT VERIFIED'] : []),
  ...(options.viaProxy ? ['through a proxy'] : []),
  ...(options.addedHeaders.length > 0 ? [`added headers: ${options.addedHeaders.join(', ')}`] : []),
  ...(options.failFast ? ['fail-fast'] : []),
  ...(bindings === undefined ? [] : listBindingNotes(bindings)),
  ...listRepeatNotes(sentAgain),
  ...limitsReached.map((limit) => `LIMIT REACHED: ${limit}`),
];

/** Describes the requests that were sent again, in one phrase. */
function listRepeatNotes(repeats: NonNullable<RunResult['sentAgain']>): string[] {
  if (repeats.length === 0) return [];
  const total = repeats.reduce((sum, { requests }) => sum + requests, 0);
  const causes = repeats.map(({ cause, requests }) => `${cause} (${requests})`);
  return [
    `sent again: ${pluralize(total, 'request')}, ${causes.length === 1 ? 'cause' : 'causes'}: ${causes.join(', ')}`,
  ];
}

/** Describes bindings and contracts other than the built-in ones. */
function listBindingNotes({ origin, contract, found, missing }: BindingsSummary): string[] {
  const isReliedOn = ({ confidence }: BindingsSummary['found'][number]) => confidence !== 'guess';
  const source = origin === 'config' ? 'bindings from the config' : 'inferred bindings';
  return [
    ...(origin === 'builtin'
      ? []
      : [`${source}: ${found.filter(isReliedOn).length} of ${found.length + missing.length}`]),
    ...(contract === 'builtin' ? [] : [`contract: ${contract === 'published' ? 'published document' : 'from file'}`]),
  ];
}
