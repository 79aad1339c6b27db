import { toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Instant } from '../../parts/time.tsx';
import type { FeedItem } from './feed-items.ts';

/** The items of a feed, as its subscribers read them. */
export function FeedList({ items }: { readonly items: readonly FeedItem[] }) {
  return (
    <ul class="incidents">
      {items.map(({ id, title, text, publishedAt, category }) => (
        <li key={id}>
          <div class="row between">
            <h3 class="wrap">{title}</h3>
            <span class="row-tight muted small">
              <Badge tone="muted">{toWords(category)}</Badge>
              <Instant at={publishedAt} />
            </span>
          </div>
          <p class="secondary small wrap">{text}</p>
        </li>
      ))}
    </ul>
  );
}
