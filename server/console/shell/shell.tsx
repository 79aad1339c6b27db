import { useEffect, useRef } from 'preact/hooks';
import { isCurrent } from '../state/live.ts';
import { segments } from '../state/route.ts';
import { ConnectionBanner } from './connection.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { views } from './views.tsx';

/** The frame around the views of a user who has signed in. */
export function Shell() {
  const [name = ''] = segments.value;
  const view = views.find(({ id }) => id === name) ?? views[0];
  const content = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${view.title} · fleetkit console`;
    if (!isFirst.current) content.current?.focus({ preventScroll: true });
    isFirst.current = false;
    scrollTo(0, 0);
  }, [segments.value.join('/')]);
  const Content = view.component;
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => content.current?.focus()}>
        Skip to the content
      </button>
      <Navigation current={view.id} />
      <div class="main">
        <Header />
        <ConnectionBanner />
        <main ref={content} tabIndex={-1} class={isCurrent.value ? 'content' : 'content content-old'}>
          <Content />
        </main>
      </div>
      <Notices />
    </div>
  );
}
