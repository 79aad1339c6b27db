import { useState } from 'preact/hooks';
import type { OptionalInput } from '../../api/operation-examples.ts';
import { describeError, sendRaw } from '../../api/request.ts';
import { portal, session, users } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { obtainKey } from '../../state/sign-in.ts';
import { CompareResponses, type SentRequest } from './compare-responses.tsx';
import { OptionalInputs } from './optional-inputs.tsx';
import type { EditableRequest } from './suggestion.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, text: value }));
const MOST_KEPT = 6;

export interface RequestEditorProps {
  readonly initial: EditableRequest;
  /** The user who sent the request; null if it had no valid key. */
  readonly userId: string | null;
  /** The parameters that the operation lets a request omit. Default: none are known. */
  readonly optional?: readonly OptionalInput[];
}

/** Edits a request, sends it as the same user, and compares the responses. */
export function RequestEditor({ initial, userId, optional = [] }: RequestEditorProps) {
  const [request, setRequest] = useState(initial);
  const [sent, setSent] = useState<readonly SentRequest[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<EditableRequest>): void => setRequest({ ...request, ...part });
  const sender = users.value.find(({ user_id: id }) => id === userId);
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE';
  const fault = /^\/(v1|sandbox)\//.test(request.path)
    ? undefined
    : 'Expected a path that begins with /v1/ or /sandbox/.';
  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const key = sender === undefined ? (session.value?.apiKey ?? '') : await obtainKey(sender);
      const { method, path, query, body, headers = {} } = request;
      const response = await sendRaw(`${path}${query === '' ? '' : `?${query}`}`, {
        method,
        body: hasBody ? body : '',
        ...{ key, headers },
      });
      setSent((before) => [...before, { request, response }].slice(-MOST_KEPT));
    } catch (error) {
      setFailure(describeError(error));
    }
    setBusy(false);
  };
  return (
    <div class="stack-tight">
      <form
        class="stack-tight"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined && !isBusy) void send();
        }}
      >
        <div class="row form-row request-form">
          <SelectField
            label="Method"
            value={request.method}
            options={METHODS}
            onChange={(method) => change({ method })}
          />
          <TextField label="Path" value={request.path} error={fault} onChange={(path) => change({ path })} />
          <TextField
            label="Query"
            value={request.query}
            placeholder="limit=10"
            onChange={(query) => change({ query: query.replace(/^\?/, '') })}
          />
        </div>
        {optional.length === 0 ? null : (
          <OptionalInputs
            inputs={optional}
            request={request}
            latestBody={sent.at(-1)?.response.body}
            onChange={setRequest}
          />
        )}
        {hasBody ? <TextArea label="Body" value={request.body} rows={6} onChange={(body) => change({ body })} /> : null}
        <div class="row">
          <button type="submit" class="button button-primary" disabled={isBusy || fault !== undefined}>
            Send
          </button>
          <Button kind="quiet" onPress={() => setRequest(initial)}>
            Reset
          </Button>
          <span class="muted small">
            As {sender?.display_name ?? portal.value?.principal.display_name}
            {sender === undefined && userId !== null ? ', because only the operator can act as another user' : ''}. It
            changes data if its method does.
          </span>
        </div>
      </form>
      {failure === undefined ? null : <Hint tone="bad">{failure}</Hint>}
      {sent.length === 0 ? null : <CompareResponses sent={sent} />}
    </div>
  );
}
