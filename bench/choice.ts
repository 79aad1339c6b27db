import { parseArgs } from 'node:util';
import { type Contender, REFERENCE } from './contenders.ts';
import type { Workload } from './workloads.ts';

/** What the command line asks for. */
export interface Flags {
  readonly rounds: number;
  readonly seconds: number;
  /** Names of contenders and measures; empty for the usual ones. */
  readonly only: readonly string[];
  readonly jsonFile: string | undefined;
}

/** What is going to be measured. */
export interface Choice {
  readonly contenders: readonly Contender[];
  readonly workloads: readonly Workload[];
  readonly isStartMeasured: boolean;
}

/** Ends the process with a message when a flag makes no sense. */
export function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  });
  return {
    rounds: atLeastOne('--rounds', values.rounds),
    seconds: atLeastOne('--seconds', values.seconds),
    only: values.only.split(',').filter((name) => name !== ''),
    jsonFile: values.json,
  };
}

/** Bare Express always takes part: the ratios refer to it. Ends the process with a message when a name is unknown. */
export function choose(only: Flags['only'], contenders: readonly Contender[], workloads: readonly Workload[]): Choice {
  const measures = ['start', ...workloads.map(({ name }) => name)];
  const known = [...contenders.map(({ name }) => name), ...measures];
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`--only takes ${known.join(', ')}, not ${unknown.join(', ')}`);

  const areContendersNamed = contenders.some(({ name }) => only.includes(name));
  const areMeasuresNamed = measures.some((name) => only.includes(name));
  return {
    contenders: contenders.filter(
      ({ name, isUsual }) => name === REFERENCE || (areContendersNamed ? only.includes(name) : isUsual),
    ),
    workloads: workloads.filter(({ name }) => !areMeasuresNamed || only.includes(name)),
    isStartMeasured: !areMeasuresNamed || only.includes('start'),
  };
}

function atLeastOne(flag: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  return refuse(`${flag} takes a whole number from 1, not ${text}`);
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
