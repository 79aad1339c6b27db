import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Budgets } from '../../../base/budgets.ts';
import { clearTimeout, setTimeout, wait } from '../../../base/real-time.ts';
import { maskHeaders } from '../../delivery/network/received-response.ts';
import type { InboxDestination } from '../../delivery/queue/destination-directory.ts';
import { toDeliveryTarget } from '../../delivery/queue/target.ts';
import type { DeliveryService } from '../../delivery/service/delivery-service.ts';
import {
  fingerprintSigningSecret,
  type VerificationResult,
  verifyDeliverySignature,
} from '../../delivery/signing/signer.ts';
import { type ProblemReply, problem } from '../../problems/problem.ts';
import type { Destination, InboxAnswer } from '../../world/state/destinations.ts';
import type { RealMs } from '../../world/state/time.ts';
import type { ReplyCheck } from '../check/reply-check.ts';
import { readClientGroup } from '../edge/client-address.ts';
import { getCall, type HttpRequest, type HttpResponse, type Middleware } from '../exchange/middleware.ts';
import { readParsedBody } from '../exchange/parsed-body.ts';
import { sendProblem } from '../request/6-send/send.ts';

/** How many bytes of a delivery an inbox keeps. Further bytes are read and dropped. */
const MAX_STORED_BYTES = 64 * 1024;
/** How many bytes of a body are read. A larger body is refused and its connection closed. */
const MAX_READ_BYTES = 1024 * 1024;
/** Time limit for receiving a body, in real milliseconds. */
const BODY_MS = 10_000;

export interface InboxServerOptions {
  readonly deliveryService: DeliveryService;
  readonly check: ReplyCheck;
  /**
   * Posts per minute to each inbox and from each address; undefined disables the limit. Deliveries of this sandbox do
   * not count.
   */
  readonly perMinute: number | undefined;
  readonly realNow: () => RealMs;
  /** Time limit for receiving a body, in real milliseconds. Default: 10 seconds. */
  readonly bodyMs?: number;
}

/**
 * Receives posts to an inbox and answers as configured. It identifies the sender only by the token in the path, as
 * webhook receivers do. The signature verdict is for the administrator who reads the inbox.
 * @see gap inbox.answers
 */
export function receiveDeliveries(options: InboxServerOptions): Middleware {
  const { deliveryService, check, bodyMs = BODY_MS } = options;
  const findRefusal = limitPosts(options);
  return (request, response, next) => {
    const [, token] = /^\/sandbox\/inbox\/([A-Za-z0-9_-]{1,64})$/.exec(getCall(response).path) ?? [];
    if (request.method !== 'POST' || token === undefined) {
      next();
      return;
    }
    const answer = (): void => {
      const found = deliveryService.directory.findInbox(token);
      if (found === undefined) next();
      else receive({ token, ...found });
    };
    if (deliveryService.store.shared === undefined) answer();
    else deliveryService.refreshDirectory().then(answer).catch(next);

    function receive(inbox: InboxDestination & { readonly token: string }): void {
      const refusal = findRefusal(inbox.token, request);
      const keepBytes = refusal === undefined ? MAX_STORED_BYTES : 0;
      readBody(request, { keepBytes, readBytes: MAX_READ_BYTES, withinMs: bodyMs })
        .then(async (read) => {
          if (read === 'gone') return;
          if (typeof read === 'string') response.setHeader('Connection', 'close'); // the rest of the body is not read
          if (refusal !== undefined) sendProblem(response, refusal, check);
          else if (read === 'too-large') sendProblem(response, TOO_LARGE_TO_READ, check);
          else if (read === 'too-slow') response.writeHead(408).end();
          else
            await sendAnswer(response, await record({ deliveryService, ...inbox, headers: request.headers, ...read }));
        })
        .catch(next);
    }
  };
}

/** Returns the refusal of a post that exceeds a limit. */
function limitPosts({ perMinute, realNow }: InboxServerOptions) {
  if (perMinute === undefined) return () => undefined;
  const [byInbox, byAddress] = [new Budgets(perMinute, realNow), new Budgets(perMinute, realNow)];
  return (token: string, request: HttpRequest): ProblemReply<429> | undefined => {
    if (!(request.socket instanceof Socket)) return undefined; // the sandbox's own sender uses no network
    const address = byAddress.spend(readClientGroup(request) ?? 'disconnected');
    const inbox = address.isExceeded ? address : byInbox.spend(token);
    if (!inbox.isExceeded) return undefined;
    const { seconds } = inbox;
    return problem(429, 'rate_limited', {
      detail: `An inbox accepts ${perMinute} posts per minute, and the same number from each address. Retry in ${seconds} s.`,
      retry_after_seconds: seconds,
    });
  };
}

const TOO_LARGE_TO_READ = problem(413, 'payload_too_large', {
  detail: `An inbox reads at most ${MAX_READ_BYTES} bytes of a body and keeps the first ${MAX_STORED_BYTES}. Send a smaller body.`,
});

async function sendAnswer(response: HttpResponse, answer: InboxAnswer): Promise<void> {
  if (answer.status === 'never') return; // the sender runs into its timeout
  if (answer.delayMs > 0) await wait(answer.delayMs, undefined, { ref: false }); // does not keep the process alive
  if (answer.retryAfterSeconds !== null) response.setHeader('Retry-After', String(answer.retryAfterSeconds));
  response.statusCode = answer.status;
  response.end();
}

interface Received extends ReadBody {
  readonly deliveryService: DeliveryService;
  readonly token: string;
  readonly tenantId: string;
  readonly destination: Destination;
  readonly headers: IncomingMessage['headers'];
}

/** Stores a post with its signature verdict, and returns the configured answer. */
async function record({
  deliveryService,
  token,
  tenantId,
  destination,
  headers,
  body,
  isTruncated,
}: Received): Promise<InboxAnswer> {
  const now = deliveryService.now();
  const { secrets } = toDeliveryTarget(tenantId, destination, now.sandboxMs);
  const verdict = verifyDeliverySignature({ headers, body, secrets, nowMs: now.realMs });
  const isVerified = verdict.kind === 'ok' && !isTruncated;
  const answer = await deliveryService.inboxes.nextAnswer(token, destination);
  const signer = verdict.kind === 'ok' ? secrets[verdict.secret] : undefined;
  const id = headers['webhook-id'];
  await deliveryService.inboxes.record(token, destination, {
    receivedAtMs: now.realMs,
    sandboxAtMs: now.sandboxMs,
    eventId: typeof id === 'string' ? id : null,
    type: readEventType(body),
    headers: maskHeaders(headers),
    body: decodeBody(body, isTruncated),
    isTruncated,
    signature: {
      isVerified,
      message: isTruncated
        ? TOO_LARGE
        : describeVerdict(verdict, signer === undefined ? '' : fingerprintSigningSecret(signer)),
    },
    answer,
  });
  return answer;
}

interface ReadBody {
  readonly body: Buffer;
  readonly isTruncated: boolean;
}

interface ReadLimits {
  readonly keepBytes: number;
  /** Stop reading after this many bytes. */
  readonly readBytes: number;
  readonly withinMs: number;
}

/**
 * Reads a body as it arrives. Stops at a limit; the caller then closes the connection. The request is not destroyed, so
 * that it can still be answered. Returns `gone` if the sender disconnected.
 */
function readBody(
  request: HttpRequest,
  { keepBytes, readBytes, withinMs }: ReadLimits,
): Promise<ReadBody | 'too-large' | 'too-slow' | 'gone'> {
  const parsed = readParsedBody(request);
  if (parsed !== undefined)
    return Promise.resolve({ body: parsed.subarray(0, keepBytes), isTruncated: parsed.length > keepBytes });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: ReadBody | 'too-large' | 'too-slow' | 'gone'): void => {
      clearTimeout(timer);
      request.off('data', take).pause();
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      if (size < keepBytes) chunks.push(chunk.subarray(0, keepBytes - size));
      size += chunk.length;
      if (size > readBytes) end('too-large');
    };
    const timer = setTimeout(() => end('too-slow'), withinMs).unref();
    request
      .on('data', take)
      .once('end', () => end({ body: Buffer.concat(chunks), isTruncated: size > keepBytes }))
      .once('close', () => end('gone'))
      .once('error', () => end('gone'));
  });
}

const TOO_LARGE = `Only the first ${MAX_STORED_BYTES} bytes of the body were kept, and the signature covers all of them.`;

/** Decodes the body as UTF-8. Drops a character that truncation cut. */
const decodeBody = (body: Buffer, isTruncated: boolean): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(body, { stream: isTruncated });

function readEventType(body: Buffer): string | null {
  try {
    const event: unknown = JSON.parse(body.toString('utf8'));
    return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
      ? event.type
      : null;
  } catch {
    return null;
  }
}

function describeVerdict(verdict: VerificationResult, fingerprint: string): string {
  switch (verdict.kind) {
    case 'ok':
      return `Signed with the secret ${fingerprint}, ${Math.abs(verdict.ageSeconds)} s ago.`;
    case 'missing-header':
      return `The header ${verdict.header} is missing.`;
    case 'malformed-timestamp':
      return 'The header webhook-timestamp is not a number of seconds.';
    case 'too-old':
      return `The timestamp is ${verdict.ageSeconds} s old; at most 300 s are allowed.`;
    case 'too-new':
      return `The timestamp is ${-verdict.ageSeconds} s in the future; at most 300 s are allowed.`;
    case 'malformed-signature':
      return `There is no signature to verify: ${verdict.reason}.`;
    case 'no-match':
      return 'No signature matches the received bytes with any secret of the destination.';
    default:
      return verdict satisfies never;
  }
}
