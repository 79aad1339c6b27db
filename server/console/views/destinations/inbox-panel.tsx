import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { Destination, Inbox, InboxAnswer } from '../../api/types.ts';
import { readInboxToken } from '../../format/inbox-token.ts';
import { formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { runAction } from '../../state/actions.ts';
import { reloadNow } from '../../state/live.ts';
import { notify } from '../../state/notices.ts';
import { useResource } from '../../state/resource.ts';
import { linkTo } from '../../state/route.ts';
import { describeAnswer, formatPlan, parsePlan } from './answer-plan.ts';

/** The plan of an inbox, and the latest requests that it received. */
export function InboxPanel({ destination }: { readonly destination: Destination }) {
  const path = `/sandbox/inbox/${readInboxToken(destination)}`;
  const inbox = useResource(path, () => request<Inbox>(path));
  return (
    <div class="inbox">
      <Loaded of={inbox}>
        {(data) => (
          <>
            <AnswerPlan key={formatPlan(data.answers)} path={path} inbox={data} />
            <Received inbox={data} token={readInboxToken(destination)} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const PLANS = [
  { text: 'Accept all', plan: '' },
  { text: 'Fail twice, then accept', plan: '500,500,200' },
  { text: 'Request a pause', plan: '503:60,200' },
  { text: 'Never answer', plan: 'never' },
];

function AnswerPlan({ path, inbox }: { readonly path: string; readonly inbox: Inbox }) {
  const [text, setText] = useState(formatPlan(inbox.answers));
  const save = async (plan: string): Promise<void> => {
    const answers = parsePlan(plan);
    if (answers === undefined) {
      notify('failed', 'Expected responses such as 500,500,200 or 503:60 or 200+1500ms or never.');
      return;
    }
    const saved = await runAction('plan', () => request(`${path}/answers`, { method: 'PUT', body: { answers } }));
    if (saved !== undefined) notify('done', `The inbox answers: ${describePlan(answers)}.`);
    reloadNow();
  };
  return (
    <section class="stack-tight">
      <h3>Responses</h3>
      <p class="secondary small">Now: {describePlan(inbox.answers)}.</p>
      <div class="row">
        {PLANS.map(({ text: title, plan }) => (
          <Button key={title} size="small" onPress={() => void save(plan)}>
            {title}
          </Button>
        ))}
      </div>
      <form
        class="row plan-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save(text);
        }}
      >
        <TextField label="Own plan" value={text} placeholder="500,500,200" onChange={setText} />
        <button type="submit" class="button">
          Set
        </button>
      </form>
    </section>
  );
}

const describePlan = (answers: readonly InboxAnswer[]): string =>
  answers.length === 0 ? '200 to every request' : `${answers.map(describeAnswer).join(', then ')}, which repeats`;

function Received({ inbox: { messages }, token }: { readonly inbox: Inbox; readonly token: string }) {
  return (
    <section class="stack-tight">
      <h3>Received</h3>
      {messages.length === 0 ? (
        <p class="secondary small">Nothing yet. Trigger an event, or press Test.</p>
      ) : (
        <>
          <ul class="received">
            {messages.slice(0, 6).map((message) => (
              <li key={`${message.received_at} ${message.headers['x-sandbox-attempt']}`}>
                <span class="row-tight">
                  <Badge tone={message.signature.verified ? 'good' : 'bad'}>
                    {message.signature.verified ? 'Verified' : 'Not verified'}
                  </Badge>
                  <span class="truncate">{toWords(message.type ?? 'Unknown')}</span>
                </span>
                <span class="muted small">
                  answered {describeAnswer(message.answer)} · <Instant at={message.sandbox_at} />
                </span>
              </li>
            ))}
          </ul>
          <p class="muted small">
            {formatPlural(messages.length, 'request')} stored.{' '}
            <a href={linkTo('inbox', token)}>Show headers and bodies</a>
          </p>
        </>
      )}
    </section>
  );
}
