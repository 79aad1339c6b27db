import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../parts/icons.tsx';

interface AheadProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Describes the later content of a panel, in its place. */
export function Ahead({ icon, title, children }: AheadProps) {
  return (
    <div class="present-ahead">
      <Icon name={icon} />
      <strong>{title}</strong>
      <p class="secondary">{children}</p>
    </div>
  );
}
