import { useEffect, useRef, useState } from 'preact/hooks';
import { portal } from '../api/session.ts';
import { BrandMark } from '../parts/brand-mark.tsx';
import { Icon } from '../parts/icons.tsx';
import { linkTo } from '../state/route.ts';
import { offeredViews } from './views.tsx';

/** The links to all views. Narrow screens show them after a press of the menu button. */
export function Navigation({ current }: { readonly current: string }) {
  const list = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOpen(false);
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={list} class={isOpen ? 'side side-open' : 'side'} aria-label="Views">
      <div class="side-bar">
        <a class="brand" href={linkTo('fleet')} aria-label="fleetkit">
          <BrandMark />
          <span>fleetkit</span>
        </a>
        <button type="button" class="side-menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'close' : 'menu'} />
          Menu
        </button>
      </div>
      {[...Map.groupBy(offeredViews.value, ({ section }) => section)].map(([section, members]) => (
        <div key={section} class="side-section">
          <p aria-hidden="true">{section}</p>
          <ul class="side-list" aria-label={section}>
            {members.map(({ id, title, icon }) => (
              <li key={id}>
                <a class="side-link" href={linkTo(id)} aria-current={id === current ? 'page' : undefined}>
                  <Icon name={icon} />
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div class="side-foot">
        <span class="name truncate">{portal.value?.account.name}</span>
        <span class="muted">Sandbox with made-up data</span>
      </div>
    </nav>
  );
}
