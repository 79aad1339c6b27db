import type { Choices } from '../dimensions/index.ts';
import type { Refusal, RefusalReason } from '../protocol/answers.ts';
import type { Json } from '../protocol/json.ts';

/** The content of a reply before it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string | Buffer;
  readonly type?: string;
}

const TEXTS: Readonly<Record<RefusalReason, readonly [string, string]>> = {
  'missing-key': ['The API key is missing.', 'Der Schlüssel fehlt.'],
  'invalid-key': ['The API key is not valid.', 'Der Schlüssel ist ungültig.'],
  'denied-area': ['You may not read this.', 'Kein Leserecht.'],
  'forbidden-write': ['You may not do this.', 'Kein Schreibrecht.'],
  'not-found': ['The resource does not exist.', 'Nicht vorhanden.'],
  foreign: ['The resource does not exist.', 'Nicht vorhanden.'],
  'bad-parameter': ['A parameter is not valid.', 'Ein Parameter ist ungültig.'],
  'bad-body': ['The body is not valid.', 'Der Inhalt ist ungültig.'],
  conflict: ['The state does not allow this.', 'Im jetzigen Zustand nicht möglich.'],
  'unknown-path': ['There is no such path.', 'Pfad unbekannt.'],
  method: ['The method is not allowed.', 'Methode nicht erlaubt.'],
  'too-many': ['Too many requests.', 'Zu viele Anfragen.'],
};

function readStatus(refusal: Refusal, choices: Choices): number {
  const { reason } = refusal;
  if (refusal.status !== undefined) return refusal.status;
  const notFound = Number(choices.notFound);
  switch (reason) {
    case 'missing-key':
      return Number(choices.missingKey);
    case 'invalid-key':
      return Number(choices.invalidKey === 'like-missing' ? choices.missingKey : choices.invalidKey);
    case 'denied-area':
      return choices.deniedArea === 'empty' ? 403 : Number(choices.deniedArea);
    case 'forbidden-write':
      return Number(choices.forbiddenWrite);
    case 'foreign':
      return choices.foreign === 'like-unknown' ? notFound : Number(choices.foreign);
    case 'not-found':
      return notFound;
    case 'bad-parameter':
      return Number(choices.badParameter);
    case 'bad-body':
      return Number(choices.badBody);
    case 'conflict':
      return 409;
    case 'method':
      return Number(choices.wrongMethod);
    case 'too-many':
      return 429;
    default:
      return Number(choices.unknownPath);
  }
}

function writeBody(
  form: Choices['problemForm'],
  problem: { code: string; text: string; status: number; path: string | undefined },
) {
  const { code, text, status, path } = problem;
  const where: { [name: string]: Json } = path === undefined ? {} : { path };
  switch (form) {
    case 'text-member':
      return { json: { error: text, ...where } };
    case 'nested':
      return { json: { error: { code, message: text, ...where } } };
    case 'list':
      return { json: { errors: [{ code, message: text, ...where }] } };
    case 'plain-text':
      return { text: `${text}${path === undefined ? '' : ` ${path}`}\n`, type: 'text/plain; charset=utf-8' };
    case 'html':
      return { text: `<!doctype html><title>${status}</title><h1>${text}</h1>`, type: 'text/html; charset=utf-8' };
    case 'empty':
      return { text: '' };
    case 'xml':
      return { text: `<?xml version="1.0"?><error code="${code}">${text}</error>`, type: 'application/xml' };
    case 'json-api':
      return { json: { errors: [{ status: String(status), code, title: text }] }, type: 'application/vnd.api+json' };
    case 'envelope':
      return { json: { success: false, data: null, error: { code, message: text, ...where } } };
    default:
      return { json: { type: 'about:blank', title: text, status, code, ...where }, type: 'application/problem+json' };
  }
}

/** Renders a refusal with the status and the body of the shape. */
export function renderRefusal(refusal: Refusal, choices: Choices, path: string): Reply {
  // An unknown and a foreign resource have one code: the code is a detail of the status.
  const reason = refusal.reason === 'foreign' && choices.foreign === 'like-unknown' ? 'not-found' : refusal.reason;
  const status = readStatus(refusal, choices);
  const code = reason.replaceAll('-', '_').toUpperCase();
  const [english, german] = TEXTS[reason];
  const text = choices.problemLanguage === 'english' ? english : choices.problemLanguage === 'german' ? german : code;
  const echoed = choices.problemEcho === 'path' ? path : undefined;
  const headers: Record<string, string> = {};
  if (status === 401) headers['WWW-Authenticate'] = 'ApiKey realm="fleet"';
  if (status === 302) headers.Location = '/login';
  if (reason === 'too-many') headers['Retry-After'] = '1';
  // A refusal with a status of success shows in its body that it is one.
  const isSuccess = status >= 200 && status < 300;
  const form =
    isSuccess && ['empty', 'html', 'plain-text', 'xml'].includes(choices.problemForm)
      ? 'envelope'
      : choices.problemForm;
  return { status, headers, ...writeBody(form, { code, text, status, path: echoed }) };
}
