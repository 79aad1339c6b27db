import { parseArgs } from 'node:util';
import { type Contender, REFERENCE } from './contenders.ts';
import type { Workload } from './workloads.ts';

/** The parsed command line. */
export interface BenchmarkFlags {
  readonly rounds: number;
  readonly seconds: number;
  /** Names of contenders and measures. Empty: the default ones. */
  readonly only: readonly string[];
  readonly jsonFile: string | undefined;
  readonly markdownFile: string | undefined;
  readonly installsMockoon: boolean;
  /** Loads all contenders at the same time. */
  readonly isTogether: boolean;
}

/** The selected contenders and measures. */
export interface SelectedMeasures {
  readonly contenders: readonly Contender[];
  readonly workloads: readonly Workload[];
  readonly isStartMeasured: boolean;
  readonly areCommandsMeasured: boolean;
  readonly areSandboxesMeasured: boolean;
  readonly isKitMeasured: boolean;
}

/** Parses the flags. Exits with a message if one is invalid. */
export function readFlags(): BenchmarkFlags {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      markdown: { type: 'string' },
      'install-mockoon': { type: 'boolean', default: false },
      together: { type: 'boolean', default: false },
    },
  });
  return {
    rounds: parseWholeNumber('--rounds', values.rounds),
    seconds: parseWholeNumber('--seconds', values.seconds),
    only: values.only.split(',').filter((name) => name !== ''),
    jsonFile: values.json,
    markdownFile: values.markdown,
    installsMockoon: values['install-mockoon'],
    isTogether: values.together,
  };
}

/** Selects contenders and measures. Always includes bare Express, because the ratios refer to it. Exits with a message for an unknown name. */
export function selectMeasures(
  only: BenchmarkFlags['only'],
  contenders: readonly Contender[],
  workloads: readonly Workload[],
): SelectedMeasures {
  const measures = ['start', 'commands', 'sandboxes', 'kit', ...workloads.map(({ name }) => name)];
  const known = [...contenders.map(({ name }) => name), ...measures];
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) exitWithMessage(`--only: expected ${known.join(', ')}; got ${unknown.join(', ')}`);

  const areContendersNamed = contenders.some(({ name }) => only.includes(name));
  const areMeasuresNamed = measures.some((name) => only.includes(name));
  return {
    contenders: contenders.filter(
      ({ name, isUsual }) => name === REFERENCE || (areContendersNamed ? only.includes(name) : isUsual),
    ),
    workloads: workloads.filter(({ name }) => !areMeasuresNamed || only.includes(name)),
    isStartMeasured: !areMeasuresNamed || only.includes('start'),
    areCommandsMeasured: !areMeasuresNamed || only.includes('commands'),
    areSandboxesMeasured: !areMeasuresNamed || only.includes('sandboxes'),
    isKitMeasured: !areMeasuresNamed || only.includes('kit'),
  };
}

function parseWholeNumber(flag: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  return exitWithMessage(`${flag}: expected a whole number from 1; got ${text}`);
}

function exitWithMessage(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
