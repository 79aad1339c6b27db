import type { Transport } from '../../conformance/http/client.ts';
import { createFetchTransport } from '../../conformance/http/fetch-transport.ts';
import { faults as envelopeFaults } from './aspnet-envelope/faults.ts';
import * as envelope from './aspnet-envelope/service.ts';
import * as axum from './axum-australia/service.ts';
import * as cloud from './cloud-json/service.ts';
import * as banking from './core-banking/service.ts';
import * as dotnet from './dotnet-dach/service.ts';
import * as express from './express-mexico/service.ts';
import * as fastapi from './fastapi-pages/service.ts';
import * as flask from './flask-india/service.ts';
import { faults as geldnetFaults } from './geldnet-cursors/faults.ts';
import * as geldnet from './geldnet-cursors/service.ts';
import * as goUnits from './go-minor-units/service.ts';
import * as hal from './hal-rails/service.ts';
import * as hydra from './hydra-collections/service.ts';
import * as jsonapi from './jsonapi-spring/service.ts';
import * as ktor from './ktor-nordic/service.ts';
import * as nest from './nest-canada/service.ts';
import * as odata from './odata-pascal/service.ts';
import * as phoenix from './phoenix-snake/service.ts';
import * as laravel from './portail-laravel/service.ts';
import * as quarkus from './quarkus-cee/service.ts';
import * as rails from './rails-jbuilder/service.ts';
import * as cajeros from './red-cajeros/service.ts';
import { faults as caixaFaults } from './rede-caixa/faults.ts';
import * as caixa from './rede-caixa/service.ts';
import * as wrapper from './result-wrapper/service.ts';

/*
 * Services that others wrote from the interface document alone, without knowledge of the kit and its checks. Each was
 * complete before the kit ran on it for the first time. Since then only their formatting and the wording of some
 * descriptions have changed, not what they do: when the kit misjudges one, the kit is corrected.
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

/** A service that answers plain objects. */
interface PlainModule {
  readonly keys: Readonly<Record<string, string>>;
  open(fault?: string): (request: PlainRequest) => Promise<PlainResponse>;
}

interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

const toPlainService = (
  name: string,
  { keys, open }: PlainModule,
  faults: readonly (IndependentFault & { readonly id: string })[],
): IndependentService => ({
  name,
  keys: new Map(Object.entries(keys)),
  faults: Object.fromEntries(faults.map(({ id, ...fault }) => [id, fault])),
  open: (fault) => createFetchTransport(answerFetch(open(fault))),
});

/** Turns a function that answers plain objects into one that answers requests of `fetch`. */
const answerFetch =
  (answer: (request: PlainRequest) => Promise<PlainResponse>) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const reply = await answer({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body === '' ? {} : { body }),
    });
    const headers = new Headers();
    for (const [header, value] of Object.entries(reply.headers))
      for (const one of [value].flat()) headers.append(header, one);
    const isEmpty = request.method === 'HEAD' || [204, 304].includes(reply.status);
    return new Response(isEmpty ? null : reply.body, { status: reply.status, headers });
  };

export const independentServices: readonly IndependentService[] = [
  toService(jsonapi as ServiceModule),
  toService(wrapper as ServiceModule),
  toService(hal as ServiceModule),
  toService(laravel as ServiceModule),
  toService(cloud as ServiceModule),
  toService(odata as ServiceModule),
  toService(cajeros as ServiceModule),
  toPlainService('geldnet-cursors', geldnet, geldnetFaults),
  toPlainService('rede-caixa', caixa, caixaFaults),
  toPlainService('aspnet-envelope', envelope, envelopeFaults),
  toService(rails as ServiceModule),
  toService(ktor as ServiceModule),
  toService(banking as ServiceModule),
  toService(nest as ServiceModule),
  toService(fastapi as ServiceModule),
  toService(hydra as ServiceModule),
  toService(goUnits as ServiceModule),
  toService(dotnet as ServiceModule),
  toService(phoenix as ServiceModule),
  toService(axum as ServiceModule),
  toService(express as ServiceModule),
  toService(quarkus as ServiceModule),
  toService(flask as ServiceModule),
];
