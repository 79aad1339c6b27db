import type { Attempt } from '../../api/types.ts';
import { toCurl } from '../../format/curl.ts';
import { type ComparedHeader, compareHeaders } from '../../format/header-differences.ts';
import { formatJsonText } from '../../format/signature-parts.ts';
import { formatMilliseconds } from '../../format/time.ts';
import { toneOfStatus } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Code, CopyButton } from '../../parts/code.tsx';
import { Hint } from '../../parts/states.tsx';

export interface AttemptViewProps {
  readonly attempt: Attempt;
  /** The attempt before, whose differences are highlighted. */
  readonly previous: Attempt | undefined;
  /** Null if it was dropped. */
  readonly body: string | null;
}

/** The request and the response of an attempt. */
export function AttemptView({ attempt, previous, body }: AttemptViewProps) {
  const { request, response, error } = attempt;
  return (
    <>
      {error === null ? null : <Hint tone="bad">{error.message}</Hint>}
      <div class="columns">
        <section class="stack-tight">
          <div class="row between">
            <h3>Request</h3>
            {body === null ? null : <CopyButton text={toCommand(attempt, body)} label="Copy as curl" />}
          </div>
          <p class="mono small wrap">POST {request.url ?? 'to the connected listener'}</p>
          <HeaderTable label="Request headers" headers={request.headers} previous={previous?.request.headers} />
          {body === null ? (
            <p class="muted small">The body has expired.</p>
          ) : (
            <Code text={body} shown={formatJsonText(body)} label="request body" />
          )}
        </section>
        <section class="stack-tight">
          <div class="row between">
            <h3>Response</h3>
            <span class="muted small figure">{formatMilliseconds(attempt.timings_ms.total)}</span>
          </div>
          {response === null ? (
            <p class="secondary">None.</p>
          ) : (
            <>
              <p>
                <Badge tone={toneOfStatus(response.status)}>{response.status_text}</Badge>{' '}
                {previous?.response !== undefined && previous.response?.status !== response.status ? (
                  <span class="muted small">before: {previous.response?.status_text ?? 'none'}</span>
                ) : null}
              </p>
              <HeaderTable label="Response headers" headers={response.headers} previous={previous?.response?.headers} />
              {response.body === '' ? (
                <p class="muted small">Without a body.</p>
              ) : (
                <Code text={response.body} shown={formatJsonText(response.body)} label="response body" />
              )}
            </>
          )}
        </section>
      </div>
    </>
  );
}

const toCommand = ({ request }: Attempt, body: string): string =>
  toCurl({
    method: 'POST',
    url: request.url ?? 'http://localhost:3000/hooks',
    headers: request.headers,
    body,
  });

interface HeaderTableProps {
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers of the attempt before, whose differences are highlighted. */
  readonly previous: Readonly<Record<string, string>> | undefined;
}

export function HeaderTable({ label, headers, previous }: HeaderTableProps) {
  const compared = compareHeaders(headers, previous);
  return (
    <dl class="headers" aria-label={label}>
      {compared.headers.map((header) => (
        <HeaderRow key={header.name} header={header} />
      ))}
      {compared.removed.length === 0 ? null : (
        <div class="header-row">
          <dt>absent now</dt>
          <dd>{compared.removed.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

function HeaderRow({ header: { name, value, change } }: { readonly header: ComparedHeader }) {
  return (
    <div class={change === undefined ? 'header-row' : 'header-row header-changed'}>
      <dt>{name}</dt>
      <dd class="wrap">
        {value}
        {change === undefined ? null : <span class="header-mark">{change}</span>}
      </dd>
    </div>
  );
}
