import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { contract, type PublicDocument } from '../../../spec/index.ts';
import type { Handler, PublicHandler } from '../../contract.ts';
import { catalogServices, publicPaths } from './catalog.ts';
import { publicDocument } from './public-document.ts';

/** Returns the same catalog to every caller, except for `is_available`. @see clause catalog.get */
export const getIntegrationCatalog: Handler<'getIntegrationCatalog'> = (scope) => ({
  status: 200,
  body: {
    catalog_version: contract.info.version,
    base_url: scope.baseUrl,
    auth: { header: 'X-API-Key', public_paths: [...publicPaths] },
    services: catalogServices(scope.rules),
  },
});

/** @see clauses openapi.get, versioning.current_contract */
export const getPublicOpenapi: PublicHandler<'getPublicOpenapi'> = () => ({ status: 200, body: document });

const document = publicDocument(contract as unknown as OpenAPIObject) as unknown as PublicDocument; // its tests validate it
