import type { Transport } from '../../conformance/http/client.ts';
import { createFetchTransport } from '../../conformance/http/transport/fetch-transport.ts';
import * as banking from './core-banking/service.ts';
import * as goUnits from './go-minor-units/service.ts';

/*
 * Services that others wrote from the interface document alone, without knowledge of the kit and its checks. Each was
 * complete before the kit ran on it for the first time. Since then only their formatting and the wording of some
 * descriptions have changed, not what they do: when the kit misjudges one, the kit is corrected. `cover/` shows why these
 * remain of all that were written.
 */

/** A fault of an independent service, in the words of its author. */
export interface IndependentFault {
  readonly title: string;
  /** The sentence of the document that it violates. */
  readonly sentence: string;
  readonly area: string;
  readonly isSubtle: boolean;
  /** Whether it violates a sentence of the document; otherwise it is only bad practice. */
  readonly isMust: boolean;
}

export interface IndependentService {
  readonly name: string;
  /** Keys by name. */
  readonly keys: ReadonlyMap<string, string>;
  readonly faults: Readonly<Record<string, IndependentFault>>;
  /** Opens the service with new state, with one fault or without any. */
  open(fault?: string): Transport;
}

interface ServiceModule {
  readonly name: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly faults: Readonly<Record<string, IndependentFault>>;
  createService(options?: { fault?: string }): (request: Request) => Promise<Response>;
}

const toService = ({ name, keys, faults, createService }: ServiceModule): IndependentService => ({
  name,
  keys,
  faults,
  open: (fault) => createFetchTransport(createService(fault === undefined ? {} : { fault })),
});

/** Mainframe names, a header in each response, dates apart from times. */
export const bankingService = toService(banking as ServiceModule);

/** Minor units, Unix times, members that name the type of an object, references that expand. */
export const goService = toService(goUnits as ServiceModule);

export const independentServices: readonly IndependentService[] = [bankingService, goService];
