import { useState } from 'preact/hooks';
import { makeVisible } from '../format/visible-text.ts';
import { Button } from './button.tsx';

export interface CodeProps {
  /** The text to copy, to the byte: a signature is valid only for the body that was sent. */
  readonly text: string;
  /** The text to show, such as the same text with indentation. Default: the text to copy. */
  readonly shown?: string;
  readonly label: string;
}

/** A text to copy, such as a command or a body. Invisible characters are shown as escapes, and copied unchanged. */
export function Code({ text, shown = text, label }: CodeProps) {
  return (
    <div class="code">
      <pre tabIndex={0} role="region" aria-label={label}>
        {makeVisible(shown)}
      </pre>
      <div class="copy">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
    </div>
  );
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard?.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    });
  };
  return <Button kind="quiet" size="small" icon={isCopied ? 'check' : 'copy'} label={label} onPress={copy} />;
}
