import { useState } from 'preact/hooks';
import { makeVisible } from '../format/visible-text.ts';
import { Button } from './button.tsx';

/** A text to copy, such as a command or a body. Invisible characters are shown as escapes, and copied unchanged. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="code">
      <pre tabIndex={0} role="region" aria-label={label}>
        {makeVisible(text)}
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
