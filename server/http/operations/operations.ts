import { Readiness } from './readiness.ts';

/** Parts of a server process that its operator observes and controls. */
export class Operations {
  readonly readiness = new Readiness();
}
