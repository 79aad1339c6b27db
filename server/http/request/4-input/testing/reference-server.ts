import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { type ListeningServer, listenOnLoopback } from '../../../testing/listen.ts';

/** Returns the middleware of express-openapi-validator that validates the requests of a contract. */
export const createReferenceValidator = (contract: object, { allErrors }: { readonly allErrors: boolean }): Express =>
  express()
    .set('query parser', 'simple')
    .use(
      middleware({
        // The validator's types distinguish OpenAPI 3.0 from 3.1; the bundled contracts are 3.1.
        apiSpec: contract as Parameters<typeof middleware>[0]['apiSpec'],
        validateApiSpec: false,
        validateRequests: allErrors ? { allErrors } : true,
        validateResponses: false,
        validateSecurity: false,
        ajvFormats: { mode: 'full' },
      }) as RequestHandler[],
    );

/** Starts a server that validates each request, and returns `select` of an accepted one as JSON. Refusals have the validator's status. */
export function startReferenceServer(
  validate: RequestHandler,
  select: (request: Request) => unknown,
): Promise<ListeningServer> {
  // biome-ignore lint/complexity/useMaxParams: Express recognises error handlers by their four parameters
  const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).json({ message: error.message });
  };
  const app = express()
    .set('query parser', 'simple')
    .use(express.json())
    .use(validate)
    .use((request, response) => {
      response.json(select(request));
    })
    .use(refuse);
  return listenOnLoopback(app);
}
