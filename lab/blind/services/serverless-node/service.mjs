// Terminal fleet portal data service. Start: node service.mjs --port N [--fault ID]
import http from 'node:http';
import { parseArgs } from 'node:util';
import { HttpError, badRequest, fault, setFault } from './lib/util.mjs';

const { values: args } = parseArgs({ options: { port: { type: 'string', default: '8080' }, fault: { type: 'string', default: '' } } });
setFault(args.fault);

// The routes look at the fault while they are built, so they come after it.
const { routes } = await import('./lib/handlers.mjs');
const { index, db } = await import('./lib/data.mjs');
const { scopeOf } = await import('./lib/scope.mjs');
const { portalView, txnRow } = await import('./lib/views.mjs');

const MAX_BODY = 64 * 1024;

async function readJson(req) {
  const chunks = [];
  let size = 0;
  for await (const c of req) {
    size += c.length;
    if (size > MAX_BODY) throw new HttpError(413, 'bodyTooLarge', 'The body is too large', { connection: 'close' });
    chunks.push(c);
  }
  if (!size) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw badRequest('The body is not valid JSON');
  }
}

function authenticate(req) {
  const key = req.headers['x-api-key'];
  let user = typeof key === 'string' ? index.userByKey.get(key.trim()) : undefined;
  if (!user && key && fault('own-unknown-key-accepted')) user = db.users[0];
  if (!user) throw new HttpError(401, key ? 'keyUnknown' : 'keyMissing', key ? 'This API key is not known' : 'Send your API key in the X-API-Key header');
  return user;
}

function match(method, path) {
  const hits = [];
  for (const route of routes) {
    const m = route.test.exec(path);
    if (m) hits.push({ route, id: m[1] });
  }
  const verb = method === 'HEAD' ? 'GET' : method;
  return { hit: hits.find((h) => h.route.method === verb), allow: hits.map((h) => h.route.method) };
}

async function handle(req) {
  const url = new URL(req.url, 'http://internal');
  const { hit, allow } = match(req.method, url.pathname);
  if (!hit) {
    authenticate(req);
    if (allow.length) throw new HttpError(405, 'methodNotAllowed', 'This path does not take that method', { allow: [...new Set(allow)].join(', ') });
    throw new HttpError(404, 'notFound', 'No such path');
  }
  const event = { method: req.method, q: url.searchParams, headers: req.headers };
  if (hit.route.access === 'key' || (hit.route.access === 'optional' && req.headers['x-api-key'])) event.scope = scopeOf(authenticate(req));
  if (hit.id !== undefined) {
    try { event.id = decodeURIComponent(hit.id); } catch { throw badRequest('The path is not valid'); }
  }
  if (hit.route.method === 'POST') event.body = await readJson(req);
  return hit.route.run(event);
}

let counter = 0;

const server = http.createServer(async (req, res) => {
  const requestId = `req_${(++counter).toString(36).padStart(8, '0')}`;
  let out;
  try {
    out = await handle(req);
  } catch (e) {
    const err = e instanceof HttpError ? e : new HttpError(500, 'internal', 'Something went wrong');
    if (err !== e) console.error(requestId, e);
    out = { status: err.status, headers: err.headers, body: { error: { code: err.code, message: err.message, requestId } } };
  }
  const text = typeof out.body === 'string' ? out.body : JSON.stringify(out.body);
  req.resume();
  const shared = out.headers?.['cache-control']?.startsWith('public');
  res.writeHead(out.status, {
    'x-request-id': requestId, 'cache-control': 'private, no-store', ...(!shared && { vary: 'X-API-Key' }),
    ...(out.status !== 304 && { 'content-type': out.type ?? 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }),
    ...out.headers,
  });
  res.end(req.method === 'HEAD' || out.status === 304 ? undefined : text);
});

// Build scopes and time formats before the first caller waits for them.
for (const user of index.userByKey.values()) portalView(scopeOf(user));
for (const x of db.txns) txnRow(x);

server.keepAliveTimeout = 30_000;
server.listen(Number(args.port), '127.0.0.1', () => console.log(`fleet data service on http://127.0.0.1:${args.port}`));
for (const sig of ['SIGINT', 'SIGTERM']) process.on(sig, () => process.exit(0));
