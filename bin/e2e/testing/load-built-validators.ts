import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findValidators } from './built-code.ts';

/*
 * Loads the validators of a current bundle in place of `server/http/check/schemas.ts`, because to compile the schemas of the
 * contracts takes seconds in each process of tests. Tests themselves load the sources: `validators.test.ts` compares both. A
 * setup file of vitest, which runs before each test file, and registers the hook once per process.
 */

const SCHEMAS = pathToFileURL(join(import.meta.dirname, '../../../server/http/check/schemas.ts')).href;
const registered = Symbol.for('fleetkit.tests.built-validators');

const validators = findValidators();
if (validators !== undefined && !Reflect.has(globalThis, registered)) {
  Reflect.set(globalThis, registered, true);
  registerHooks({
    resolve(specifier, context, resolveNext) {
      const found = resolveNext(specifier, context);
      const isOfTest = /\.test\.ts(\?|$)/.test(context.parentURL ?? '');
      return found.url === SCHEMAS && !isOfTest
        ? { url: pathToFileURL(validators).href, format: 'module', shortCircuit: true }
        : found;
    },
  });
}
