import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package whose code is in a file of `dist/`, so that users do not install it. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
}

/** Returns the packages that modules belong to, by the paths of the modules. */
export const listBundledPackages = (modules: readonly string[]): readonly BundledPackage[] =>
  listFolders(modules).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as BundledPackage; // npm requires the members
    return { name, version, license };
  });

/** Joins the licences of the packages that modules belong to, which require that copies contain them. Throws if one has no file. */
export const joinLicences = (modules: readonly string[]): string =>
  listFolders(modules)
    .map((folder) => {
      const [file] = globSync('{LICENSE,license}{,.txt,.md}', { cwd: folder });
      if (file === undefined) throw new Error(`${folder} has no file LICENSE`);
      return `${folder.split('/node_modules/').at(-1)}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join('\n\n');

function listFolders(modules: readonly string[]): readonly string[] {
  const folders = modules.flatMap((id) => /^(?:\0)?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  return [...new Set(folders)].sort();
}
