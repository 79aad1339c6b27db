import { useEffect, useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { isOperator, mayManage } from '../../api/session.ts';
import type { Inbox } from '../../api/types.ts';
import { formatPlural } from '../../format/money.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/code.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { runAction } from '../../state/actions.ts';
import { useResource } from '../../state/resource.ts';
import { linkTo, segments, useParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { keyMessages } from './message-keys.ts';
import { MessageLine } from './message-line.tsx';

/** Requests of others to an inbox are not part of the activity, so the inbox is read at this interval too. */
const POLL_MS = 3000;

/** The requests that an inbox received, with headers, bodies and the verification of their signatures. */
export function InboxView() {
  const [, token = ''] = segments.value;
  if (!mayManage.value && !isOperator.value)
    return (
      <>
        <PageHead title="Inbox" />
        <NoAccess what="see inboxes" />
      </>
    );
  return <InboxContent key={token} path={`/sandbox/inbox/${encodeURIComponent(token)}`} />;
}

function InboxContent({ path }: { readonly path: string }) {
  // The operator sees every inbox, also one of another user than the chosen one.
  const as = isOperator.value ? 'operator' : 'user';
  const inbox = useResource(`${path} ${as}`, () => request<Inbox>(path, { as }));
  useEffect(() => {
    const timer = setInterval(inbox.reload, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const [isSure, setSure] = useState(false);
  const empty = async (): Promise<void> => {
    setSure(false);
    await runAction('empty', () => request(path, { method: 'DELETE', as }));
    inbox.reload();
  };
  const count = inbox.data?.messages.length ?? 0;
  return (
    <>
      <PageHead
        title="Inbox"
        actions={
          inbox.data === undefined ? undefined : (
            <>
              <a class="button" href={linkTo('destinations')}>
                Destinations
              </a>
              <Button kind="danger" isDisabled={count === 0} onPress={() => (isSure ? void empty() : setSure(true))}>
                {isSure ? 'Delete all requests' : 'Empty'}
              </Button>
            </>
          )
        }
      >
        Requests that were posted to this address, newest first. They are kept until the sandbox stops.
      </PageHead>
      <Loaded of={inbox}>
        {({ url, messages }) => (
          <Panel
            title={<code class="wrap">{url}</code>}
            note={<CopyButton text={url} label="Copy address" />}
            isFlush
            foot={<span class="muted small">{formatPlural(messages.length, 'request')} stored, at most 200.</span>}
          >
            <MessageList messages={messages} />
          </Panel>
        )}
      </Loaded>
    </>
  );
}

function MessageList({ messages }: Pick<Inbox, 'messages'>) {
  const keyed = keyMessages(messages);
  const [opened, setOpened] = useParameter('id');
  // The newest request is open until one is opened or closed.
  const openKey = opened === '' ? keyed[0]?.key : opened;
  if (keyed.length === 0)
    return (
      <Empty icon="destination" title="Nothing received yet">
        Trigger an event, or post to the address. Requests appear here within seconds.
      </Empty>
    );
  return (
    <ul class="chains">
      {keyed.map(({ key, message }) => (
        <MessageLine
          key={key}
          id={key}
          message={message}
          isOpen={key === openKey}
          onToggle={() => setOpened(key === openKey ? 'none' : key)}
        />
      ))}
    </ul>
  );
}
