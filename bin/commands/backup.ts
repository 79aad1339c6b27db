import { Command } from 'commander';
import type { BackupSummary } from '../../server/storage/backup.ts';
import { UnusableData } from '../../server/storage/unusable-data.ts';
import { formatWorkspaceId } from '../../server/workspaces/workspace.ts';
import { createJsonOption, formatJson } from './shared/options/json-option.ts';
import { toPrintable } from './shared/printable.ts';

/** `fleetkit backup`. */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Copies a data directory, with its workspaces, to one new file. A sandbox may be running in the directory. The copy is inspected after it was written.',
    )
    .requiredOption('-d, --data <dir>', 'the directory of fleetkit serve --data')
    .requiredOption('--to <file>', 'the file to write; it must not exist')
    .addOption(createJsonOption('the result'))
    .action(async ({ data, to, json }: { readonly data: string; readonly to: string; readonly json?: true }) => {
      const { writeBackup } = await import('../../server/storage/backup.ts');
      await report(async () => {
        const toFolder = (name: string): string => `workspaces/${formatWorkspaceId(name)}`;
        const summary = await writeBackup({ directory: data, file: to, toFolder });
        if (json === true) return formatJson({ from: data, to, ...summary });
        return `${describe(summary)} from ${toPrintable(data)} written to ${toPrintable(to)}.\n`;
      });
    });
}

/** `fleetkit restore`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restores a backup to a directory that is absent or empty, for fleetkit serve --data.')
    .requiredOption('--from <file>', 'a file of fleetkit backup')
    .requiredOption('-d, --data <dir>', 'the directory to create')
    .addOption(createJsonOption('the result'))
    .action(async ({ from, data, json }: { readonly from: string; readonly data: string; readonly json?: true }) => {
      const { restoreBackup } = await import('../../server/storage/backup.ts');
      await report(async () => {
        const summary = restoreBackup(from, data);
        if (json === true) return formatJson({ from, to: data, ...summary });
        return `${describe(summary)} from ${toPrintable(from)} restored to ${toPrintable(data)}.\n`;
      });
    });
}

const describe = ({ workspaces, bytes }: BackupSummary): string =>
  `1 main world and ${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'}, ${Math.ceil(bytes / 1024)} KiB,`;

/** Prints the result of an action, or why it cannot be done. */
async function report(act: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await act());
  } catch (error) {
    const isExpected = error instanceof UnusableData || (error instanceof Error && 'syscall' in error);
    if (!isExpected) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
