import { useState } from 'preact/hooks';
import { baseUrl } from '../../api/base-path.ts';
import { readOperationExample } from '../../api/operation-examples.ts';
import { session } from '../../api/session.ts';
import type { Exchange } from '../../api/types.ts';
import { toCurl } from '../../format/curl.ts';
import { formatDateTime, formatMilliseconds, formatTimeOfDay, formatZone } from '../../format/time.ts';
import { toneOfStatus } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Hint } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { formatRecorded } from './recorded.ts';
import { RequestEditor } from './request-editor.tsx';
import { type EditableRequest, suggestRequest, toEditable } from './suggestion.ts';

export interface RequestLineProps {
  readonly exchange: Exchange;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function RequestLine({ exchange, isOpen, onToggle }: RequestLineProps) {
  const { request_id: id, method, path, status, problem } = exchange;
  return (
    <li class="chain-item">
      <button type="button" class="request" aria-expanded={isOpen} aria-controls={`request-${id}`} onClick={onToggle}>
        <span class="figure muted small" title="Real time">
          {formatTimeOfDay(exchange.answered_at, LOCAL_ZONE)}
        </span>
        <span class="request-path mono truncate">
          {method === '-' ? 'Incomplete request' : <strong>{method}</strong>} {path === '-' ? '' : path}
        </span>
        <span class="muted small truncate wide-only">{describeCaller(exchange)}</span>
        <span class="muted small truncate wide-only">{problem?.code.replaceAll('_', ' ') ?? ''}</span>
        <Badge tone={toneOfStatus(status)}>{status}</Badge>
        <span class="figure muted small wide-only request-time">{formatMilliseconds(exchange.duration_ms)}</span>
        <Icon name="arrow" class={isOpen ? 'chain-arrow chain-arrow-open' : 'chain-arrow'} />
      </button>
      <div id={`request-${id}`}>{isOpen ? <RequestDetail exchange={exchange} /> : null}</div>
    </li>
  );
}

/** Returns who sent a request. An inbox needs no key. */
function describeCaller({ path, user_id: userId, is_operator: isOperator }: Exchange): string {
  if (isOperator) return 'operator';
  return userId ?? (path.startsWith('/sandbox/inbox/') ? 'webhook' : 'no valid key');
}

function RequestDetail({ exchange }: { readonly exchange: Exchange }) {
  const { problem, recorded, operation_id: operationId, user_id: userId, request_id: id } = exchange;
  const example = useResource(`example ${problem === null ? '' : operationId}`, async () =>
    problem === null || operationId === null ? undefined : readOperationExample(operationId),
  );
  const suggestion = suggestRequest(exchange, example.data);
  const [edited, setEdited] = useState<EditableRequest>();
  const sent = toEditable(exchange);
  return (
    <div class="chain-detail stack">
      {problem === null || suggestion === undefined ? (
        <Hint tone="good">The request was accepted.</Hint>
      ) : (
        <>
          <Hint tone="bad">
            <strong>{problem.detail}</strong>
            <ul>
              {problem.errors.map(({ pointer, parameter, header, detail, nearest }) => (
                <li key={`${pointer} ${parameter} ${header} ${detail}`}>
                  <code>{pointer ?? parameter ?? header}</code> {detail === problem.detail ? '' : detail}
                  {nearest === undefined ? '' : ` The nearest name is ${nearest}.`}
                </li>
              ))}
            </ul>
          </Hint>
          <section class="stack-tight">
            <h3>A correct request</h3>
            <p class="secondary">{suggestion.advice}</p>
            {suggestion.corrected === undefined ? null : (
              <>
                <Code text={toCommand(suggestion.corrected)} label="corrected request" />
                <div class="row">
                  <Button size="small" icon="arrow" onPress={() => setEdited(suggestion.corrected)}>
                    Try the correct request
                  </Button>
                </div>
              </>
            )}
          </section>
        </>
      )}
      {recorded === null ? null : (
        <section class="stack-tight">
          <h3>Contents</h3>
          <Code text={formatRecorded(recorded)} label="recorded request" />
          <p class="muted small">Credentials and card numbers are masked.</p>
        </section>
      )}
      <div class="columns">
        <section class="stack-tight">
          <h3>As it was sent</h3>
          <Code text={toCommand(sent)} label="sent request" />
          <p class="muted small">
            {recorded === null
              ? 'Without its query and body, which are not stored, and with your key.'
              : 'With your key.'}
          </p>
          <div class="row">
            <Button size="small" icon="requests" onPress={() => setEdited(sent)}>
              Edit and send again
            </Button>
          </div>
        </section>
        <Pairs
          pairs={[
            ['Request id', <code key="id">{exchange.request_id}</code>],
            ['Operation', exchange.operation_id ?? 'None has this path'],
            [
              'Real time',
              `${formatDateTime(exchange.answered_at, LOCAL_ZONE, true)} ${formatZone(exchange.answered_at, LOCAL_ZONE)}`,
            ],
            ['Sandbox time', <Instant key="at" at={exchange.sandbox_at} hasSeconds />],
            ['Duration', formatMilliseconds(exchange.duration_ms)],
          ]}
        />
      </div>
      {edited === undefined ? null : (
        <section class="stack-tight">
          <h3>Send again</h3>
          <RequestEditor key={`${id} ${JSON.stringify(edited)}`} initial={edited} userId={userId} />
        </section>
      )}
    </div>
  );
}

/** Renders a request with the key of the present user, as a command. */
const toCommand = ({ method, path, query, body }: EditableRequest): string =>
  toCurl({
    method,
    url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      'X-API-Key': session.value?.apiKey ?? '',
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === '' ? {} : { body }),
  });
