import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { type Bindings, costsOf, inferBindings, neutralised, writeConfig } from '../conformance/index.ts';
import { keysOf } from './conform/keys.ts';
import type { Options } from './conform/options.ts';
import { headersOf, networkOf, targetOf } from './conform/target.ts';

const USUAL_FILE = 'fleetkit.conform.yaml';

/** `fleetkit conform init`: finds out where a service keeps things, and writes that down for review. */
export function initCommand(): Command {
  return new Command('init')
    .description(
      'Find out where the service at URL keeps what the document names only in words, and write a config to review. ' +
        'It only reads. Takes --key, --keys-file, --output, and the options of pace and network.',
    )
    .argument('<url>', 'where the paths of the service begin')
    .action(async (url: string, _own: object, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const refuse = (message: string, exitCode = 2): never => command.error(`error: ${message}`, { exitCode });
      const target = targetOf(url, refuse);
      const keys = await keysOf(options, target, refuse);
      if (keys.size === 0) refuse('it takes a key to look around; give one with --keys-file or FLEETKIT_KEYS');
      const { rate, output = USUAL_FILE } = options;
      const found = await inferBindings({
        target,
        keys,
        network: networkOf(target, options, refuse),
        addedHeaders: headersOf(options.header, refuse),
        timeoutMs: options.timeout * 1000,
        ...(rate === undefined ? {} : { requestsPerSecond: rate }),
      });
      if ('problem' in found) return refuse(neutralised(found.problem), 3);
      const { bindings, redact, requests } = found;
      const text = writeConfig({ target, keys: keys.keys(), bindings, costs: costsOf(), safe: redact });
      write(output, text, refuse);
      process.stdout.write(summary(bindings, output, requests));
    });
}

/** An existing file is left alone: somebody may have worked on it. */
function write(file: string, text: string, refuse: (message: string) => never): void {
  if (file === '-') return void process.stdout.write(text);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (thrown) {
    const exists = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
    refuse(
      exists
        ? `"${file}" is there already; name another with --output, or remove it`
        : `the config cannot be written to "${file}"`,
    );
  }
}

function summary({ origin, entries }: Bindings, file: string, requests: number): string {
  if (file === '-') return '';
  const next = `Next: fleetkit conform --config ${file}\n`;
  if (origin === 'builtin')
    return `The service answers in the shapes of the kit's own contract (${requests} requests); ${file} says so.\n${next}`;
  const having = (confidence: string) =>
    Object.values(entries).filter((entry) => entry.confidence === confidence).length;
  return (
    `${having('certain')} bindings are certain, ${having('likely')} likely, ${having('guess')} guessed ` +
    `(${requests} requests). Review ${file}: guesses are comments there.\n${next}`
  );
}
