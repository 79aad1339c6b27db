import type { Transport } from '../../http/client.ts';
import { createFetchTransport } from '../../http/fetch-transport.ts';
import * as cloud from './cloud-json/service.ts';
import * as geldnet from './geldnet-cursors/index.ts';
import * as hal from './hal-rails/service.ts';
import * as jsonapi from './jsonapi-spring/service.ts';
import * as odata from './odata-pascal/service.ts';
import * as laravel from './portail-laravel/service.ts';
import * as cajeros from './red-cajeros/service.ts';
import * as wrapper from './result-wrapper/service.ts';

/*
 * Services that others wrote from the interface document alone, without knowledge of the kit and its checks. Each was
 * frozen before its first run against the kit. They are formatted, and otherwise unchanged: the kit is corrected, never
 * these services.
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

export const independentServices: readonly IndependentService[] = [
  toService(jsonapi as ServiceModule),
  toService(wrapper as ServiceModule),
  toService(hal as ServiceModule),
  toService(laravel as ServiceModule),
  toService(cloud as ServiceModule),
  toService(odata as ServiceModule),
  toService(cajeros as ServiceModule),
  toService(geldnet),
];
