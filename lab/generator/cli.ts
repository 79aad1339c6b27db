import { parseArgs } from 'node:util';
import { DIMENSION_NAMES, DIMENSIONS } from './dimensions/index.ts';
import { FAULTS } from './faults/index.ts';
import { createShape, unplainDimensions } from './shape.ts';
import { startRightService } from './start.ts';

const USAGE = `node lab/generator/cli.ts --seed N [--port N] [--fault ID] [--only NAME,NAME] [--set NAME=VALUE] [--near]
  [--list-dimensions] [--list-faults]`;

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

function listDimensions() {
  return DIMENSION_NAMES.map((name) => ({ name, about: DIMENSIONS[name].about, values: DIMENSIONS[name].values }));
}

function readSettings(settings: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    settings.map((setting) => [setting.split('=')[0] ?? '', setting.slice(setting.indexOf('=') + 1)]),
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      port: { type: 'string' },
      fault: { type: 'string' },
      only: { type: 'string' },
      set: { type: 'string', multiple: true },
      near: { type: 'boolean' },
      'list-dimensions': { type: 'boolean' },
      'list-faults': { type: 'boolean' },
    },
  });
  if (values['list-dimensions'] === true) return print(listDimensions());
  if (values['list-faults'] === true) {
    return print(FAULTS.map(({ id, section, rule, title, isWeak }) => ({ id, section, rule, title, isWeak })));
  }
  const seed = Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0) {
    process.stderr.write(`The seed is missing or invalid; expected an integer from 0. Usage:\n${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const shape = createShape(seed, {
    isNearOnly: values.near === true,
    set: readSettings(values.set ?? []),
    ...(values.only === undefined ? {} : { only: values.only.split(',').filter((name) => name !== '') }),
  });
  const running = await startRightService({
    seed,
    shape,
    ...(values.fault === undefined ? {} : { fault: values.fault }),
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
  });
  const { url, keys, bodies } = running;
  const unplain = Object.fromEntries(unplainDimensions(shape).map((name) => [name, shape.choices[name]]));
  print({ url, keys, bodies, unplain, shape });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      running.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

await main();
