import type { BindingsSummary, RunResult } from '../result.ts';

/** How a run was made, in a few words each, as far as it bears on what the result is worth. */
export const notesOf = ({ seed, options, bindings }: Pick<RunResult, 'seed' | 'options' | 'bindings'>): string[] => [
  `seed ${seed}`,
  ...(options.strict ? ['strict'] : []),
  options.allowWrites ? 'writes allowed' : 'read-only',
  ...(options.insecure ? ['CERTIFICATES NOT CHECKED'] : []),
  ...(options.viaProxy ? ['through a proxy'] : []),
  ...(options.addedHeaders.length > 0 ? [`headers added: ${options.addedHeaders.join(', ')}`] : []),
  ...(bindings?.origin === 'inferred' ? ['shape found out'] : []),
  ...(bindings?.origin === 'config' ? ['shape from the config'] : []),
  ...(options.failFast ? ['up to the first failure'] : []),
];

/** What is known of where a target of another shape keeps things: how much was found, guessed and not found. */
export function shapeInWords({ origin, found, missing }: BindingsSummary): string | undefined {
  if (origin === 'builtin') return undefined;
  const guesses = found.filter(({ confidence }) => confidence === 'guess').map(({ name }) => name);
  const named = (names: readonly string[]) => (names.length === 0 ? '' : ` (${names.join(', ')})`);
  const parts = [
    `${bindings(found.length - guesses.length)} ${origin === 'config' ? 'from the config' : 'found out'}`,
    ...(guesses.length === 0 ? [] : [`${guesses.length} guessed${named(guesses)}`]),
    ...(missing.length === 0 ? [] : [`${missing.length} not known${named(missing)}`]),
  ];
  const hint =
    origin === 'inferred' && guesses.length + missing.length > 0 ? '; "conform init" writes them to a file' : '';
  return parts.join(', ') + hint;
}

const bindings = (count: number): string => `${count} ${count === 1 ? 'binding' : 'bindings'}`;
