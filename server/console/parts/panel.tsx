import type { ComponentChildren } from 'preact';

export interface PanelProps {
  readonly title?: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly foot?: ComponentChildren;
  /** Without space around the content, for tables. */
  readonly isFlush?: boolean;
  readonly children: ComponentChildren;
}

export function Panel({ title, note, actions, foot, isFlush = false, children }: PanelProps) {
  return (
    <section class="panel">
      {title === undefined ? null : (
        <div class="panel-head">
          <h2>{title}</h2>
          {note === undefined ? null : <p>{note}</p>}
          {actions === undefined ? null : <div class="row push">{actions}</div>}
        </div>
      )}
      <div class={isFlush ? 'panel-flush' : 'panel-body'}>{children}</div>
      {foot === undefined ? null : <div class="panel-foot">{foot}</div>}
    </section>
  );
}

/** The title of a view with its purpose. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <div class="page-head">
      <div>
        <h1 class="name wrap">{title}</h1>
        <p>{children}</p>
      </div>
      {actions === undefined ? null : <div class="row">{actions}</div>}
    </div>
  );
}

interface PageHeadProps {
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}
