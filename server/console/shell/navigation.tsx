import { portal } from '../api/session.ts';
import { BrandMark } from '../parts/brand-mark.tsx';
import { Icon } from '../parts/icons.tsx';
import { linkTo } from '../state/route.ts';
import { views } from './views.tsx';

export function Navigation({ current }: { readonly current: string }) {
  return (
    <nav class="side" aria-label="Views">
      <a class="brand" href={linkTo('fleet')} aria-label="fleetkit">
        <BrandMark />
        <span>fleetkit</span>
      </a>
      <ul class="side-list">
        {views.map(({ id, title, icon }) => (
          <li key={id}>
            <a class="side-link" href={linkTo(id)} aria-current={id === current ? 'page' : undefined}>
              <Icon name={icon} />
              {title}
            </a>
          </li>
        ))}
      </ul>
      <div class="side-foot">
        <span class="name truncate">{portal.value?.account.name}</span>
        <span class="muted">Sandbox with made-up data</span>
      </div>
    </nav>
  );
}
