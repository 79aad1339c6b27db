import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';
import { describeError } from '../api/request.ts';
import { mayManage } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { Notices } from '../parts/dialogs/notices.tsx';
import { Empty, Hint, Loading } from '../parts/states.tsx';
import { loadFurtherStyles } from '../state/further-styles.ts';
import { isCurrent } from '../state/live.ts';
import { handleShortcut, overlay } from '../state/overlay.ts';
import { segments } from '../state/route.ts';
import { ConnectionBanner } from './connection.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { ViewBar } from './view-bar.tsx';
import { inboxView, presentView, type View, views } from './views.tsx';

/** The frame around the views of a user who has signed in. */
export function Shell() {
  const [name = ''] = segments.value;
  const view = [...views, inboxView, presentView].find(({ id }) => id === name) ?? views[0];
  const content = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${view.title} · fleetkit console`;
    if (!isFirst.current) content.current?.focus({ preventScroll: true });
    isFirst.current = false;
    scrollTo(0, 0);
  }, [segments.value.join('/')]);
  if (view === presentView)
    return (
      <>
        <ConnectionBanner />
        <main ref={content} tabIndex={-1}>
          <Guarded key={view.id}>
            <Content key={view.id} view={view} />
          </Guarded>
        </main>
        <Notices />
      </>
    );
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => content.current?.focus()}>
        Skip to the content
      </button>
      <Navigation current={view === inboxView ? 'destinations' : view.id} />
      <div class="main">
        <Header />
        <ConnectionBanner />
        {mayManage.value && view.id !== 'events' ? <Alerts /> : null}
        <main ref={content} tabIndex={-1} class={isCurrent.value ? 'content' : 'content content-old'}>
          <ViewBar view={view} />
          {name === '' || name === view.id ? null : (
            <Hint tone="warn">No view has the name {name}. The fleet is shown.</Hint>
          )}
          <Guarded key={segments.value.join('/')}>
            <Content key={view.id} view={view} />
          </Guarded>
        </main>
      </div>
      <Notices />
      <Overlay />
    </div>
  );
}

/** Loads the script of the banner about destinations after the first view. */
function Alerts() {
  const [Loaded, setLoaded] = useState<{ readonly component: ComponentType }>();
  useEffect(() => {
    import('./destination-banner.tsx').then(
      ({ DestinationBanner }) => setLoaded({ component: DestinationBanner }),
      () => undefined, // a view that cannot be loaded states it
    );
  }, []);
  return Loaded === undefined ? null : <Loaded.component />;
}

/** Loads the script of the command palette when it is opened for the first time. */
function Overlay() {
  const [Loaded, setLoaded] = useState<{ readonly component: ComponentType }>();
  const isWanted = overlay.value !== undefined;
  useEffect(() => {
    addEventListener('keydown', handleShortcut);
    return () => {
      removeEventListener('keydown', handleShortcut);
      overlay.value = undefined; // the next user begins without it
    };
  }, []);
  useEffect(() => {
    if (!isWanted || Loaded !== undefined) return;
    void loadFurtherStyles()
      .then(() => import('./overlays.tsx'))
      .then(({ Overlays }) => setLoaded({ component: Overlays }));
  }, [isWanted]);
  return Loaded === undefined ? null : <Loaded.component />;
}

type State = { readonly component: ComponentType } | { readonly error: string } | undefined;

/** Loads the script of a view when the view is opened for the first time, and shows it. */
function Content({ view }: { readonly view: View }) {
  const [state, setState] = useState<State>();
  useEffect(() => {
    const load = segments.value.length > 1 ? (view.loadItem ?? view.load) : view.load;
    const styles = load === views[0].load ? undefined : loadFurtherStyles();
    Promise.all([load(), styles]).then(
      ([component]) => setState({ component }),
      (error: unknown) => setState({ error: describeError(error) }),
    );
  }, [view]);
  if (state === undefined) return <Loading />;
  if ('component' in state) return <state.component />;
  return (
    <Empty
      icon="alert"
      title="This view could not be loaded"
      actions={<Button onPress={() => location.reload()}>Reload</Button>}
    >
      The sandbox does not answer, or was replaced by another version. {state.error}
    </Empty>
  );
}

/** Shows a defect of a view in its place, so that the others remain usable. */
function Guarded({ children }: { readonly children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <Empty icon="alert" title="This view has a defect" actions={<Button onPress={reset}>Try again</Button>}>
      {error instanceof Error ? error.message : String(error)}
    </Empty>
  );
}
