import type { ComponentChildren } from 'preact';
import { portal } from '../api/session.ts';
import { toWords } from '../format/words.ts';
import type { Resource } from '../state/resource.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

/** A placeholder of the same size as the content. */
export function Loading({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden-text">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

export interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function Empty({ icon, title, children, actions }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      <p>{children}</p>
      {actions === undefined ? null : <div class="row">{actions}</div>}
    </div>
  );
}

export type HintTone = 'info' | 'good' | 'warn' | 'bad';

const HINT_ICONS = { info: 'info', good: 'check', warn: 'alert', bad: 'alert' } as const;

export function Hint({ tone = 'info', children }: { readonly tone?: HintTone; readonly children: ComponentChildren }) {
  return (
    <div class={`hint hint-${tone}`}>
      <Icon name={HINT_ICONS[tone]} />
      <div class="grow wrap">{children}</div>
    </div>
  );
}

/** Shows a resource: a placeholder first, then its data or the reason why there is none. */
export function Loaded<Data>({ of, children }: LoadedProps<Data>) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error === undefined) return <Loading />;
  if (of.status === 404 || of.status === 403) return <NotVisible isMissing={of.status === 404} reason={of.error} />;
  return (
    <Empty icon="alert" title="This could not be read" actions={<Button onPress={of.reload}>Try again</Button>}>
      {of.error}
    </Empty>
  );
}

/** Explains why a link shows nothing to this user. */
export function NotVisible({ isMissing, reason }: { readonly isMissing: boolean; readonly reason: string }) {
  const principal = portal.value?.principal;
  return (
    <Empty icon="key" title={isMissing ? 'Not found' : 'This role has no access'}>
      {reason} You see the data of <span class="name">{principal?.display_name}</span> ({toWords(principal?.role ?? '')}
      ).{' '}
      {isMissing
        ? 'The object of the link may have been removed by a reset, belong to another workspace, or be hidden from this user.'
        : 'Choose another user, or sign in with a key of a role that may see it.'}
    </Empty>
  );
}

interface LoadedProps<Data> {
  readonly of: Resource<Data>;
  readonly children: (data: Data) => ComponentChildren;
}
