import type { Inbox } from '../../api/types.ts';
import { formatJsonText } from '../../format/signature-parts.ts';
import { formatDateTime, formatTimeOfDay } from '../../format/time.ts';
import { makeVisible } from '../../format/visible-text.ts';
import { toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Code } from '../../parts/code.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Hint } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { describeAnswer } from '../destinations/answer-plan.ts';
import { HeaderTable } from '../events/attempt-view.tsx';

type Message = Inbox['messages'][number];

const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface MessageLineProps {
  readonly id: string;
  readonly message: Message;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A received request in one line; opened, with its headers and body. Everything in it was written by its sender. */
export function MessageLine({ id, message, isOpen, onToggle }: MessageLineProps) {
  const { signature, type, event_id: eventId, answer, received_at: at } = message;
  return (
    <li class="chain-item">
      <button type="button" class="request inbox-line" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <span class="figure muted small" title={at}>
          {formatTimeOfDay(at, LOCAL_ZONE)}
        </span>
        <Badge tone={signature.verified ? 'good' : 'bad'}>{signature.verified ? 'Verified' : 'Not verified'}</Badge>
        <span class="name truncate">
          <strong>{type === null ? 'Not an event' : makeVisible(toWords(type))}</strong>{' '}
          <span class="muted small mono wide-only">{eventId ?? ''}</span>
        </span>
        <span class="muted small nowrap wide-only">answered {describeAnswer(answer)}</span>
        <Icon name="arrow" class={isOpen ? 'chain-arrow chain-arrow-open' : 'chain-arrow'} />
      </button>
      <div id={id}>{isOpen ? <MessageDetail message={message} /> : null}</div>
    </li>
  );
}

const EventId = ({ id }: { readonly id: string }) => <code class="wrap">{id}</code>;

function MessageDetail({ message }: { readonly message: Message }) {
  const { signature, headers, body, truncated, event_id: eventId, answer } = message;
  return (
    <div class="chain-detail stack">
      <Hint tone={signature.verified ? 'good' : 'bad'}>
        <strong>{signature.verified ? 'The signature is valid.' : 'The signature was not verified.'}</strong>{' '}
        {signature.message}
      </Hint>
      <div class="columns">
        <Pairs
          pairs={[
            ['Received (real time)', formatDateTime(message.received_at, LOCAL_ZONE, true)],
            ['Answered', describeAnswer(answer)],
          ]}
        />
        <Pairs
          pairs={[
            ['Sandbox time', <Instant key="at" at={message.sandbox_at} hasSeconds />],
            [
              'Event',
              eventId === null ? 'None: the header webhook-id is missing' : <EventId key="event" id={eventId} />,
            ],
          ]}
        />
      </div>
      <div class="columns">
        <section class="stack-tight">
          <h3>Headers</h3>
          <HeaderTable label="Request headers" headers={headers} previous={undefined} />
        </section>
        <section class="stack-tight">
          <h3>Body</h3>
          {body === '' ? (
            <p class="muted small">Empty.</p>
          ) : (
            <Code text={body} shown={formatJsonText(body)} label="request body" />
          )}
          {truncated ? <p class="muted small">Only the first 64 KiB were stored.</p> : null}
        </section>
      </div>
    </div>
  );
}
