import { readOptions } from './command-options.ts';

/** The arguments of a container that starts the server. */
export interface ServeArguments {
  readonly command: string | undefined;
  /** The values by option, such as `4400` by `--port`; empty for an option without a value. */
  readonly values: ReadonlyMap<string, string>;
  /** Options that the command does not have. */
  readonly unknown: readonly string[];
}

/** Reads arguments of the form `--option=value`. */
export async function readServeArguments([command, ...rest]: readonly string[]): Promise<ServeArguments> {
  const values = new Map(
    rest.map((argument): readonly [string, string] => {
      const [name = '', value = ''] = argument.split(/=(.*)/s);
      return [name, value];
    }),
  );
  const known = new Set((await readOptions('serve')).keys());
  return { command, values, unknown: [...values.keys()].filter((name) => !known.has(name)) };
}
