import { Icon } from '../parts/icons.tsx';
import { linkTo } from '../state/route.ts';
import { portal } from '../state/session.ts';
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

export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4f46e5" />
      <rect x="7" y="8" width="18" height="4" rx="1.5" fill="#fff" />
      <rect x="10" y="14" width="12" height="10" rx="1.5" fill="#fff" fill-opacity=".55" />
      <rect x="10" y="14" width="12" height="3" fill="#fff" />
    </svg>
  );
}
