import { requestText } from '../../api/request.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { readFeedItems } from './feed-items.ts';
import { FeedList } from './feed-list.tsx';

/** The feed of the terminal. */
export function TerminalFeed({ terminalId }: { readonly terminalId: string }) {
  const path = `/v1/feeds/terminals/${encodeURIComponent(terminalId)}.xml`;
  const feed = useResource(path, async () => readFeedItems(await requestText(path)));
  return (
    <Panel isFlush foot={<code>{path}</code>}>
      <Loaded of={feed}>
        {(items) => (items.length === 0 ? <Empty icon="feed" title="The feed is empty" /> : <FeedList items={items} />)}
      </Loaded>
    </Panel>
  );
}
