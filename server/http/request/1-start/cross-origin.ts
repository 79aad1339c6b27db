import { type Call, isForControlPlane } from '../../exchange/call.ts';
import type { HeaderList } from '../../exchange/final-reply.ts';

const EXPOSED = [
  'ETag',
  'Last-Modified',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Preference-Applied',
].join(', ');

const NONE: HeaderList = [];

/**
 * Which web pages may read the replies of the service: those of any origin, without credentials, because keys are sent in a header
 * that a page must know. With named origins only theirs, with credentials.
 */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string> | undefined;
  /** The headers of every reply. */
  readonly commonHeaders: HeaderList;
  /** Whether replies differ by the origin of the page. */
  readonly varies: boolean;

  /** Undefined: any origin. */
  constructor(origins: readonly string[] | undefined) {
    this.#origins = origins && new Set(origins);
    this.varies = origins !== undefined;
    const exposed = ['Access-Control-Expose-Headers', EXPOSED];
    this.commonHeaders = this.varies ? exposed : ['Access-Control-Allow-Origin', '*', ...exposed];
  }

  /** Returns the headers of the reply to one call, in addition to `commonHeaders`. */
  listHeaders(call: Pick<Call, 'path' | 'headers'>): HeaderList {
    const { origin } = call.headers;
    if (this.#origins === undefined || origin === undefined || !this.#origins.has(origin)) return NONE;
    if (isForControlPlane(call)) return NONE;
    return ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'];
  }
}
