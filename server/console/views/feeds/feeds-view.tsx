import { baseUrl } from '../../api/base-path.ts';
import { readFeed, toFeedPath } from '../../api/resources.ts';
import { portal } from '../../api/session.ts';
import { toWords } from '../../format/words.ts';
import { Code, CopyButton } from '../../parts/code.tsx';
import { FilterSelect, TextField } from '../../parts/fields.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useResource } from '../../state/resource.ts';
import { useParameter, useTypedParameter } from '../../state/route.ts';
import { readFeedItems } from '../terminal/feed-items.ts';
import { FeedList } from '../terminal/feed-list.tsx';

/** The RSS feeds of the account and of each terminal, as a reader shows them and as XML. */
export function FeedsView() {
  const [terminal, setTerminal] = useTypedParameter('terminal');
  const [chosen, setTab] = useParameter('tab', 'reader');
  const tab = chosen === 'xml' ? chosen : 'reader';
  const id = terminal.trim();
  const isKnown = id === '' || portal.value?.terminals.some(({ terminal_id: one }) => one === id) === true;
  const path = toFeedPath(isKnown ? id : '');
  const feed = useResource(path, () => readFeed(path));
  return (
    <>
      <PageHead title="Feeds">
        RSS for people and monitors that poll. A feed contains only what the key of the reader may see.
      </PageHead>
      <Panel>
        <div class="row between">
          <div class="narrow">
            <TextField
              label="Terminal id"
              value={terminal}
              placeholder={portal.value?.terminals[0]?.terminal_id ?? ''}
              hint="Empty: the feed of the account."
              error={isKnown ? undefined : 'Expected the id of a visible terminal. The feed of the account is shown.'}
              onChange={setTerminal}
            />
          </div>
          <div class="row-tight">
            <code class="wrap">{`${baseUrl}${path}`}</code>
            <CopyButton text={`${baseUrl}${path}`} label="Copy the address" />
          </div>
        </div>
      </Panel>
      <Tabs
        label="Forms of the feed"
        tabs={[
          { id: 'reader', title: 'As a reader shows it' },
          { id: 'xml', title: 'XML' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <Loaded of={feed}>
          {(xml) => (tab === 'xml' ? <Code text={xml} label="XML of the feed" /> : <Reader xml={xml} />)}
        </Loaded>
      </Tabs>
    </>
  );
}

function Reader({ xml }: { readonly xml: string }) {
  const [category, setCategory] = useParameter('category');
  const items = readFeedItems(xml);
  const categories = [...new Set(items.map((item) => item.category))].toSorted();
  const found = items.filter((item) => category === '' || item.category === category);
  return (
    <Panel isFlush>
      <div class="panel-filters filters">
        <FilterSelect
          label="Category"
          value={category}
          options={[
            { value: '', text: 'Any category' },
            ...categories.map((value) => ({ value, text: toWords(value) })),
          ]}
          onChange={setCategory}
        />
        <span class="muted small">
          {found.length} of {items.length} items
        </span>
      </div>
      {found.length === 0 ? (
        <Empty icon="feed" title={items.length === 0 ? 'The feed is empty' : 'No item has this category'} />
      ) : (
        <FeedList items={found} />
      )}
    </Panel>
  );
}
