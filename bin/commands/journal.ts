import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { isNestedTooDeep, MAX_NESTING } from '../../base/nesting/nesting.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type ConnectionOptions, createClientCommand, sendAndPrint } from './shared/client.ts';

/** `fleetkit journal`. */
export function journalCommand(): Command {
  const command = new Command('journal').description(
    'Exports the changes made in a running sandbox to a file, and imports such a file.',
  );
  command.addCommand(
    createClientCommand('export')
      .description('export all changes since the latest reset')
      .argument('[file]', 'output file (default: standard output)')
      .action((file: string | undefined, options: ConnectionOptions) =>
        sendAndPrint<SandboxSchemas['ScenarioDocument']>(options, { method: 'GET', path: 'journal' }, (document) => {
          const text = JSON.stringify(document, null, 2);
          if (file === undefined) return text;
          writeFileSync(file, `${text}\n`);
          return `${document.entries.length} entries, written to ${file}.`;
        }),
      ),
  );
  const importing = createClientCommand('import');
  command.addCommand(
    importing
      .description('reset the sandbox and replay the changes in a file')
      .argument('<file>', 'a file written by journal export')
      .action((file: string, options: ConnectionOptions) =>
        sendAndPrint<SandboxSchemas['ImportResult']>(
          options,
          { method: 'POST', path: 'journal', body: readDocument(file, importing) },
          ({ entry_count: entries, now }) => `${entries} entries imported; the clock shows ${now}.`,
        ),
      ),
  );
  return command;
}

function readDocument(file: string, command: Command): unknown {
  try {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isNestedTooDeep(document)) return document;
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    return command.error(`error: ${file} ${reason}`, { exitCode: 2 });
  }
  return command.error(`error: ${file} is nested too deep: expected at most ${MAX_NESTING} levels`, { exitCode: 2 });
}
