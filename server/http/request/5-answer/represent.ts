import type { OperationId } from '../../../../spec/index.ts';
import type { Feed } from '../../../serialisers/feed.ts';
import { JSON_MEDIA_TYPE, serialiseJson } from '../../../serialisers/json.ts';
import { RSS_MEDIA_TYPE, serialiseFeed } from '../../../serialisers/rss.ts';
import type { RealMs } from '../../../world/state/time.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { type Call, getScope } from '../../exchange/call.ts';
import { isOfPast } from '../4-input/as-of.ts';
import type { HandlerReply } from './call-handler.ts';
import { ModificationTimes } from './modification-times.ts';
import { createListRepresentation, createRepresentation, type Representation } from './representation.ts';

/** How replies become representations. */
export interface Representing {
  readonly check: ReplyCheck;
  readonly changes: ModificationTimes;
  readonly nowMs: RealMs;
}

/** Returns the validated representation of a reply to a read, or a description of its contract violation. */
export function represent(
  call: Call,
  operationId: OperationId,
  { reply, check, changes, nowMs }: Representing & { readonly reply: HandlerReply },
): Representation | string {
  const { status, body, rows, contentType: alteredType } = reply;
  const findFault = (mediaType: string, checked: unknown): string | undefined =>
    call.appliedMisbehaviours.length > 0
      ? undefined
      : check.findFault(operationId, {
          status,
          mediaType: alteredType?.replace(/;.*/, '') ?? mediaType,
          body: checked,
        });

  if (operationId === 'getAccountFeed' || operationId === 'getTerminalFeed') {
    const feed = body as Feed; // feed operations reply with a Feed
    const text = serialiseFeed(feed);
    const fault = findFault('application/rss+xml', text);
    if (fault !== undefined) return fault;
    const made = createRepresentation(status, alteredType ?? RSS_MEDIA_TYPE, text);
    const resource = `${getScope(call).user.userId} ${call.path}`;
    const claimed = { claimedMs: feed.lastBuildMs, nowMs };
    // A reply of the past is no change of the feed.
    return {
      ...made,
      lastModifiedMs: (isOfPast(call) ? new ModificationTimes() : changes).recordTag(resource, made.etag, claimed),
    };
  }

  const contentType = alteredType ?? JSON_MEDIA_TYPE;
  if (rows !== undefined && call.appliedMisbehaviours.length === 0) {
    const list = check.serialiseList(operationId, status, rows);
    return typeof list === 'string' ? list : createListRepresentation(status, contentType, list);
  }
  return findFault('application/json', body) ?? createRepresentation(status, contentType, serialiseJson(body));
}
