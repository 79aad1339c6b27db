import type { BindingsSummary, RunResult } from '../result.ts';

/** How a run was made, in a few words each, as far as it bears on what the result is worth. */
export const notesOf = ({ seed, options, bindings }: Pick<RunResult, 'seed' | 'options' | 'bindings'>): string[] => [
  `seed ${seed}`,
  ...(options.strict ? ['strict'] : []),
  options.allowWrites ? 'writes allowed' : 'read-only',
  ...(options.insecure ? ['CERTIFICATES NOT CHECKED'] : []),
  ...(options.viaProxy ? ['through a proxy'] : []),
  ...(options.addedHeaders.length > 0 ? [`headers added: ${options.addedHeaders.join(', ')}`] : []),
  ...(options.failFast ? ['up to the first failure'] : []),
  ...(bindings === undefined ? [] : shapeOf(bindings)),
];

/** Where names come from that are not those of the kit's own contract, and what answers were held against. */
function shapeOf({ origin, contract, found, missing }: BindingsSummary): string[] {
  const isReliedOn = ({ confidence }: BindingsSummary['found'][number]) => confidence !== 'guess';
  const source = origin === 'config' ? 'names from the config' : 'names found by looking';
  return [
    ...(origin === 'builtin'
      ? []
      : [`${source}: ${found.filter(isReliedOn).length} of ${found.length + missing.length}`]),
    ...(contract === 'builtin'
      ? []
      : [`held against ${contract === 'published' ? 'its own document' : 'a document of yours'}`]),
  ];
}
