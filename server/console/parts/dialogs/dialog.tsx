import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { DialogNotices, nextDialogDepth } from './notices.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean;
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children, actions, isWide = false }: DialogProps) {
  const element = useModal();
  const [depth] = useState(nextDialogDepth);
  return (
    <dialog ref={element} class={isWide ? 'dialog dialog-wide' : 'dialog'} aria-label={title} onClose={onClose}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <Button kind="quiet" size="small" icon="close" label="Close" onPress={onClose} />
      </div>
      <div class="dialog-body">{children}</div>
      {actions === undefined ? null : <div class="dialog-foot">{actions}</div>}
      <DialogNotices depth={depth} />
    </dialog>
  );
}

export interface FormDialogProps extends Omit<DialogProps, 'actions'> {
  /** The label of the button that submits. */
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
}

/** A dialog with a form: one button closes it, the other one submits. */
export function FormDialog({ action, isDisabled = false, onSubmit, ...dialog }: FormDialogProps) {
  const actions = (
    <>
      <Button onPress={dialog.onClose}>Cancel</Button>
      <Button kind="primary" isDisabled={isDisabled} onPress={onSubmit}>
        {action}
      </Button>
    </>
  );
  return <Dialog {...dialog} actions={actions} />;
}

const FIRST_FIELD = '.dialog-body :is(input, select, textarea):not([type="checkbox"], [tabindex="-1"], :disabled)';

/**
 * Shows a dialog while it is part of the page. The focus is on its first field; without a field on the dialog, so that a screen reader starts
 * with the title. Then the focus returns to where it was.
 */
export function useModal() {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    (element.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? element.current)?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return element;
}
