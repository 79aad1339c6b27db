import type { BindingsSummary, RunResult } from '../engine/results/result.ts';

/** Returns the options of a run that affect how far its result can be trusted, as short phrases. */
export const listNotes = ({
  seed,
  options,
  bindings,
  limitsReached = [],
}: Pick<RunResult, 'seed' | 'options' | 'bindings' | 'limitsReached'>): string[] => [
  `seed ${seed}`,
  ...(options.depth === 'standard' ? [] : [`depth ${options.depth}`]),
  ...(options.strict ? ['strict'] : []),
  options.allowWrites ? 'writes allowed' : 'read-only',
  ...(options.insecure ? ['CERTIFICATES NOT VERIFIED'] : []),
  ...(options.viaProxy ? ['through a proxy'] : []),
  ...(options.addedHeaders.length > 0 ? [`added headers: ${options.addedHeaders.join(', ')}`] : []),
  ...(options.failFast ? ['fail-fast'] : []),
  ...(bindings === undefined ? [] : listBindingNotes(bindings)),
  ...limitsReached.map((limit) => `LIMIT REACHED: ${limit}`),
];

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
