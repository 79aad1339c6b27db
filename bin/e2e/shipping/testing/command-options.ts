import { createProgram } from '../../../command-line.ts';

/** Returns the defaults of the options of a command by long names, such as `--port`. Throws if the command does not exist. */
export async function readOptions(name: string): Promise<ReadonlyMap<string, unknown>> {
  const command = (await createProgram([name])).commands.find((one) => one.name() === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  return new Map(
    command.options.flatMap(({ long, short, defaultValue }) =>
      [long, short].flatMap((name) => (name?.startsWith('--') === true ? [[name, defaultValue] as const] : [])),
    ),
  );
}
