import { requestText } from '../../api/request.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { readFeedItems } from './feed-items.ts';

/** The feed of the terminal, as its subscribers read it. */
export function FeedList({ terminalId }: { readonly terminalId: string }) {
  const path = `/v1/feeds/terminals/${encodeURIComponent(terminalId)}.xml`;
  const feed = useResource(path, async () => readFeedItems(await requestText(path)));
  return (
    <Panel isFlush foot={<code>{path}</code>}>
      <Loaded of={feed}>
        {(items) =>
          items.length === 0 ? (
            <Empty icon="fleet" title="The feed is empty" />
          ) : (
            <ul class="incidents">
              {items.map(({ id, title, text, publishedAt }) => (
                <li key={id}>
                  <div class="row between">
                    <h3 class="wrap">{title}</h3>
                    <span class="muted small">
                      <Instant at={publishedAt} />
                    </span>
                  </div>
                  <p class="secondary small wrap">{text}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
