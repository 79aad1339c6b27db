import { basePath } from '../api/base-path.ts';
import { overlay } from '../state/overlay.ts';
import { linkTo, parameters, segments } from '../state/route.ts';
import type { View } from './views.tsx';

/** Where the view is, with its opened item, and the documents about it. */
export function ViewBar({ view: { id, title, section, guide, operation } }: { readonly view: View }) {
  const item = segments.value[1] ?? parameters.value.id ?? '';
  const [page = '', anchor] = operation.split('#');
  return (
    <div class="view-bar">
      <nav aria-label="Breadcrumb">
        <ol>
          <li>{section}</li>
          <li aria-current={item === '' ? 'page' : undefined}>
            {item === '' ? title : <a href={linkTo(id)}>{title}</a>}
          </li>
          {item === '' ? null : (
            <li aria-current="page" class="mono truncate">
              {item}
            </li>
          )}
        </ol>
      </nav>
      <button
        type="button"
        class="link"
        onClick={() => {
          overlay.value = 'share';
        }}
      >
        Share
      </button>
      <a href={`${basePath}/docs/${guide}`}>Guide</a>
      {operation === '' ? null : <a href={`${basePath}/docs/${page}#${anchor}`}>Reference</a>}
    </div>
  );
}
