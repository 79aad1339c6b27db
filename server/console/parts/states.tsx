import type { ComponentChildren } from 'preact';
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
  return (
    <Empty icon="alert" title="This could not be read" actions={<Button onPress={of.reload}>Try again</Button>}>
      {of.error}
    </Empty>
  );
}

interface LoadedProps<Data> {
  readonly of: Resource<Data>;
  readonly children: (data: Data) => ComponentChildren;
}
