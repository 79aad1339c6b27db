import type { Probe } from '../../../conformance/receiver/core/probe.ts';
import { formatJson } from '../shared/options/json-option.ts';
import type { ReceiverCommandOptions } from './options.ts';

const DUE = { taken: '2xx', refused: '4xx', handled: '2xx or 4xx', 'not-taken': 'not 2xx', any: 'any' } as const;

/** Lists the probes, one per line or as JSON: id, level, expected response, title. */
export function formatProbes(probes: readonly Probe[], { json }: Pick<ReceiverCommandOptions, 'json'>): string {
  if (json === true)
    return formatJson(probes.map(({ id, level, expects, title }) => ({ id, level, expects: DUE[expects], title })));
  const width = Math.max(...probes.map(({ id }) => id.length));
  return probes
    .map(
      ({ id, level, expects, title }) =>
        `${id.padEnd(width)}  ${level.padEnd(6)}  ${DUE[expects].padEnd(10)}  ${title}\n`,
    )
    .join('');
}
