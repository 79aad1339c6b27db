import { problemTitles } from '../../problems/problem.ts';
import { getCall, type Middleware } from '../exchange/middleware.ts';
import { isDocumentPath } from './document-path.ts';
import { problemAdvice } from './problem-advice.ts';

/** Returns whether a page may exist at a path. Only GET and HEAD are allowed there. */
export const isPage = (path: string): boolean =>
  path === '/' || path === '/llms.txt' || PROBLEM_PAGE.test(path) || isDocumentPath(path);

const PROBLEM_PAGE = /^\/problems(\/[a-z-]+)?$/;

/** The front page, with the first steps. */
export const serveFrontPage: Middleware = (request, response, next) => {
  const { path, basePath } = getCall(response);
  if (path !== '/' || !isRead(request.method)) {
    next();
    return;
  }
  sendText(response, [
    'fleetkit sandbox: the Terminal Fleet Portal Data Service with generated fleets.',
    '',
    `The contract    ${basePath}/v1/integrations/public-openapi.json   (no key needed)`,
    `A first call    ${basePath}/v1/portal                             with the header X-API-Key`,
    'Keys            run: npx fleetkit tenants              or request one from the operator of a hosted sandbox',
    `Every problem   ${basePath}/problems`,
  ]);
};

/** The pages that the `type` of a problem links to. */
export const serveProblemPages: Middleware = (request, response, next) => {
  const { path, basePath } = getCall(response);
  if (!isRead(request.method) || !PROBLEM_PAGE.test(path)) {
    next();
    return;
  }
  const pages = Object.entries(problemTitles).map(([code, title]) => ({
    slug: code.replaceAll('_', '-'),
    code,
    title,
  }));
  if (path === '/problems') {
    sendText(
      response,
      pages.map(({ slug, title }) => `${basePath}/problems/${slug.padEnd(26)} ${title}`),
    );
    return;
  }
  const page = pages.find(({ slug }) => path === `/problems/${slug}`);
  if (page === undefined) next();
  else sendText(response, [page.title, '', `Code: ${page.code}`, problemAdvice[page.code] ?? '']);
};

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function sendText(response: Parameters<Middleware>[1], lines: readonly string[]): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.end(`${lines.join('\n').trimEnd()}\n`);
}
