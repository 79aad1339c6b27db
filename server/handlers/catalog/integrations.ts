import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { contract, type PublicDocument } from '../../../spec/index.ts';
import type { Handler, PublicHandler } from '../../contract.ts';
import { presentServices, publicPaths } from './catalog.ts';
import { extractPublicDocument } from './public-document.ts';

/** Returns the same catalog to every caller, except for `is_available`. @see clause catalog.get */
export const getIntegrationCatalog: Handler<'getIntegrationCatalog'> = (scope) => ({
  status: 200,
  body: {
    catalog_version: contract.info.version,
    base_url: scope.baseUrl,
    auth: { header: 'X-API-Key', public_paths: [...publicPaths] },
    services: presentServices(scope.rules),
  },
});

/** Names this server, so that tools which import the document can send requests. @see clauses openapi.get, versioning.current_contract */
export const getPublicOpenapi: PublicHandler<'getPublicOpenapi'> = ({ baseUrl }) => ({
  status: 200,
  body: { ...document, servers: [{ url: baseUrl, description: 'This server.' }] },
});

const document = extractPublicDocument(contract as unknown as OpenAPIObject) as unknown as PublicDocument; // its tests validate it
