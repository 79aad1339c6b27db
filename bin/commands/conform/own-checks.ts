import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Check, findDefinitionProblem } from '../../../conformance/index.ts';
import type { Refuse } from '../shared/refuse.ts';

/** Loads the checks in the default export of a module: one result of `defineCheck`, or an array of them. */
export async function loadOwnChecks(file: string, refuse: Refuse): Promise<readonly Check[]> {
  const found = await loadDefaultExport(file, refuse);
  const all: readonly unknown[] = Array.isArray(found) ? found : [found];
  if (all.length === 0) return refuse(`"${file}" exports no check`);
  const problem = all.map(findDefinitionProblem).find((one) => one !== undefined);
  if (problem !== undefined) return refuse(`"${file}": ${problem}`);
  const own = all as readonly Check[]; // each one was validated above
  const ids = own.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return twice === undefined ? own : refuse(`"${file}" has two checks with the id "${twice}"`);
}

async function loadDefaultExport(file: string, refuse: Refuse): Promise<unknown> {
  let module: unknown;
  try {
    module = await import(toModuleUrl(file));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const hint = /'fleetkit'/.test(why) ? '; install fleetkit in the project of that file' : '';
    return refuse(`the checks in "${file}" cannot be loaded: ${why}${hint}`);
  }
  if (typeof module === 'object' && module !== null && 'default' in module) return module.default;
  return refuse(`"${file}" has no default export; export default [defineCheck({ … })]`);
}

/** Returns the URL of a module in the file system. */
export const toModuleUrl = (file: string): string => pathToFileURL(resolve(file)).href;
