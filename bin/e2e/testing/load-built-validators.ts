import { replaceModule } from './replace-module.ts';

/*
 * Loads the validators of a current bundle in place of the sources, because to compile the schemas of the contracts takes seconds
 * in each process of tests: `validators.test.ts` compares both. A setup file of vitest, which runs before each test file.
 */

replaceModule('server/http/check/schemas.ts', 'bin/contract-validators.js');
