import { replaceModule } from './replace-module.ts';

/*
 * Loads the rows and the logs of the default fleets from a current bundle, because to compute them takes seconds in each sandbox:
 * `stored-fleets.test.ts` and `stored-logs.verify.ts` compare both. A setup file of vitest for the tests that use the data; the
 * tests of the generators and of the rules compute them.
 */

replaceModule('fixtures/stored/files.ts', 'bin/stored-rows.js');
replaceModule('server/world/events/logs/files.ts', 'bin/stored-logs.js');
