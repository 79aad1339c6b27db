import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly size?: 'small' | 'large' | undefined;
  readonly icon?: IconName;
  readonly isDisabled?: boolean;
  /** Replaces the text for screen readers. */
  readonly label?: string;
  readonly onPress: () => void;
  readonly children?: ComponentChildren;
}

export function Button({ kind = 'plain', size, icon, isDisabled = false, label, onPress, children }: ButtonProps) {
  const classes = ['button', `button-${kind}`, size === undefined ? '' : `button-${size}`].join(' ');
  return (
    <button type="button" class={classes} disabled={isDisabled} aria-label={label} title={label} onClick={onPress}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}
