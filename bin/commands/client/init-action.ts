import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createRefuse } from '../shared/refuse.ts';
import { type Language, SKELETONS, type Skeleton } from './languages.ts';
import { readSkeleton } from './skeleton-file.ts';

/** The action of `fleetkit client init`: writes a client with all tasks. */
export function init(folder: string, language: Language, command: Command): void {
  const refuse = createRefuse(command);
  const skeleton: Skeleton = SKELETONS[language];
  const path = join(folder, skeleton.file);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, readSkeleton(`${skeleton.folder}/${skeleton.file}`), { flag: 'wx' });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException; // thrown by node:fs
    if (code === 'EEXIST')
      refuse(`${path} exists already. Expected a folder without ${skeleton.file}; name another one`);
    refuse(`${path} cannot be written (${code}). Expected a folder that you may write to`);
  }
  process.stdout.write(
    `Wrote ${path}. Check it there with:\n  npx fleetkit client check -- ${skeleton.command}\n${
      skeleton.faster === undefined ? '' : `It starts faster with ${skeleton.faster}\n`
    }`,
  );
}
