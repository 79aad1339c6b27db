import { useState } from 'preact/hooks';
import type { RawResponse } from '../../api/request.ts';
import { markDifferentLines } from '../../format/line-differences.ts';
import { formatJsonText } from '../../format/signature-parts.ts';
import { formatMilliseconds } from '../../format/time.ts';
import { makeVisible } from '../../format/visible-text.ts';
import { toneOfStatus } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { HeaderTable } from '../events/attempt-view.tsx';
import type { EditableRequest } from './suggestion.ts';

/** A request that was sent from here, with its response. */
export interface SentRequest {
  readonly request: EditableRequest;
  readonly response: RawResponse;
}

/** Bodies are shown up to this number of characters. */
const MOST_CHARACTERS = 60_000;

/** The latest response, or two of them side by side with their differences. */
export function CompareResponses({ sent }: { readonly sent: readonly SentRequest[] }) {
  const [chosen, setChosen] = useState('');
  const right = sent.at(-1);
  const left = chosen === '' ? undefined : sent[Number(chosen)];
  if (right === undefined) return null;
  const earlier = sent.slice(0, -1).map(({ request, response }, index) => ({
    value: String(index),
    text: `${index + 1}: ${request.method} ${request.path}${request.query === '' ? '' : `?${request.query}`}, ${response.status}`,
  }));
  return (
    <div class="stack-tight">
      {earlier.length === 0 ? null : (
        <SelectField
          label="Compare with"
          value={chosen}
          options={[{ value: '', text: 'No other response' }, ...earlier]}
          onChange={setChosen}
        />
      )}
      <div class="columns">
        {left === undefined ? null : <Response title="Earlier response" one={left} other={right} />}
        <Response title="Latest response" one={right} other={left} />
      </div>
    </div>
  );
}

interface ResponseProps {
  readonly title: string;
  readonly one: SentRequest;
  /** The response whose differences are highlighted. */
  readonly other: SentRequest | undefined;
}

function Response({ title, one: { request, response }, other }: ResponseProps) {
  const text = toText(response.body);
  const lines = markDifferentLines(text, other === undefined ? text : toText(other.response.body));
  return (
    <section class="stack-tight" aria-label={title}>
      <div class="row between">
        <h3>{title}</h3>
        <span class="row-tight">
          <Badge tone={toneOfStatus(response.status)}>{response.status}</Badge>
          <span class="muted small figure">{formatMilliseconds(response.totalMs)} real time</span>
        </span>
      </div>
      <p class="mono small wrap">
        {request.method} {request.path}
        {request.query === '' ? '' : `?${request.query}`}
      </p>
      <details>
        <summary>Headers</summary>
        <HeaderTable
          label={`Headers of the ${title.toLowerCase()}`}
          headers={response.headers}
          previous={other?.response.headers}
        />
      </details>
      <pre class="lines" tabIndex={0} role="region" aria-label={`Body of the ${title.toLowerCase()}`}>
        {lines.map(({ text: line, isDifferent }, index) => {
          const content = `${makeVisible(line)}\n`;
          return isDifferent ? <mark key={index}>{content}</mark> : content;
        })}
      </pre>
    </section>
  );
}

function toText(body: string): string {
  const text = formatJsonText(body);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}\n…`;
}
