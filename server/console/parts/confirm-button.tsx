import { useState } from 'preact/hooks';
import { runningAction } from '../state/actions.ts';
import { Button } from './button.tsx';

export interface ConfirmButtonProps {
  readonly text: string;
  /** A question about the consequence. */
  readonly question: string;
  readonly onConfirm: () => void;
}

/** A button for something that cannot be undone: its first press shows a question. */
export function ConfirmButton({ text, question, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const isBusy = runningAction.value !== undefined;
  if (!isAsking)
    return (
      <Button kind="danger" size="small" isDisabled={isBusy} onPress={() => setAsking(true)}>
        {text}
      </Button>
    );
  return (
    <span class="row" role="group" aria-label={question}>
      <span class="small" role="alert">
        {question}
      </span>
      <Button
        kind="danger"
        size="small"
        isDisabled={isBusy}
        onPress={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {text}
      </Button>
      <Button size="small" onPress={() => setAsking(false)}>
        Cancel
      </Button>
    </span>
  );
}
