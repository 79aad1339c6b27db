import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { dismissNotice, holdNotice, type Notice, notices, releaseNotice } from '../../state/notices.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icons.tsx';

const ICONS = { done: 'check', info: 'info', failed: 'alert' } as const;

/** The number of open modal dialogs. The rest of the page is inert below them, so the innermost one shows the notices. */
const openDialogs = signal(0);

/** The notices of the page, which announce themselves. `depth`: the number of dialogs around them. */
export function Notices({ depth = 0 }: { readonly depth?: number }) {
  const isShown = openDialogs.value === depth;
  return (
    <div class="notices" aria-live="polite">
      {isShown ? notices.value.map((notice) => <ShownNotice key={notice.id} notice={notice} />) : null}
    </div>
  );
}

/** The notices inside a modal dialog. */
export function DialogNotices({ depth }: { readonly depth: number }) {
  useEffect(() => {
    openDialogs.value += 1;
    return () => {
      openDialogs.value -= 1;
    };
  }, []);
  return <Notices depth={depth} />;
}

/** Returns the depth of the dialog that opens now. */
export const nextDialogDepth = (): number => openDialogs.peek() + 1;

function ShownNotice({ notice }: { readonly notice: Notice }) {
  const { id, kind, text, undo } = notice;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice or focusing its buttons only keeps it
    <div
      class={`notice notice-${kind}`}
      onMouseEnter={() => holdNotice(notice)}
      onMouseLeave={() => releaseNotice(notice)}
      onFocusCapture={() => holdNotice(notice)}
      onBlurCapture={() => releaseNotice(notice)}
    >
      <Icon name={ICONS[kind]} class="mark" />
      <p>{text}</p>
      {undo === undefined ? null : (
        <Button
          size="small"
          onPress={() => {
            dismissNotice(id);
            void undo();
          }}
        >
          Undo
        </Button>
      )}
      <Button kind="quiet" size="small" icon="close" label="Dismiss" onPress={() => dismissNotice(id)} />
    </div>
  );
}
