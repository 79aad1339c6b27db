import { randomBytes } from 'node:crypto';

/** Random for each process. A counter after it makes each id unique. */
const processPart = randomBytes(8).toString('hex').toUpperCase();
let requests = 0;

/** Returns a new request id. */
export function createRequestId(): string {
  requests += 1;
  return `req_${processPart}${requests.toString(16).toUpperCase().padStart(10, '0')}`;
}
