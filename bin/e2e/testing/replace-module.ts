import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBuiltModule } from './built-code.ts';

const registered = Symbol.for('fleetkit.tests.replaced-modules');

/**
 * Loads a module of a current bundle in place of a source, in this process and once. Test files themselves load the source, so that
 * they can compare both. Paths are those in the checkout and in `dist/`.
 */
export function replaceModule(source: string, built: string): void {
  const replacement = findBuiltModule(built);
  if (replacement !== undefined) replaceUrl(source, pathToFileURL(replacement).href);
}

/**
 * Starts a worker of a current bundle in place of its source. `source` is the module that exports the URL of the worker under
 * `name`.
 */
export function replaceWorker(source: string, name: string, built: string): void {
  const replacement = findBuiltModule(built);
  if (replacement === undefined) return;
  const code = `export const ${name} = new URL(${JSON.stringify(pathToFileURL(replacement).href)});`;
  replaceUrl(source, `data:text/javascript,${encodeURIComponent(code)}`);
}

function replaceUrl(source: string, replacement: string): void {
  const known: Set<string> = Reflect.get(globalThis, registered) ?? new Set();
  Reflect.set(globalThis, registered, known);
  if (known.has(source)) return;
  known.add(source);
  const url = pathToFileURL(join(import.meta.dirname, '../../..', source)).href;
  registerHooks({
    resolve(specifier, context, resolveNext) {
      const found = resolveNext(specifier, context);
      const isOfTest = /\.test\.ts(\?|$)/.test(context.parentURL ?? '');
      return found.url === url && !isOfTest ? { url: replacement, format: 'module', shortCircuit: true } : found;
    },
  });
}
