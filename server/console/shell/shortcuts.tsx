import { Dialog } from '../parts/dialogs/dialog.tsx';
import { Pairs } from '../parts/fields.tsx';
import { hasSingleKeys, overlay, setSingleKeys } from '../state/overlay.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const SHORTCUTS: readonly (readonly [string, readonly string[]])[] = [
  ['Open or close the command palette', [isApple ? '⌘' : 'Ctrl', 'K']],
  ['Go to the search field of the view', ['/']],
  ['Show these shortcuts', ['?']],
  ['Close a dialog', ['Esc']],
  ['Undo a removal while its message is shown', [isApple ? '⌘' : 'Ctrl', 'Z']],
  ['Change between tabs', ['←', '→']],
];

/** All keyboard shortcuts. */
export function Shortcuts() {
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={() => {
        overlay.value = undefined;
      }}
    >
      <Pairs
        pairs={SHORTCUTS.map(([name, keys]) => [
          name,
          keys.map((key) => (
            <>
              <kbd key={key}>{key}</kbd>{' '}
            </>
          )),
        ])}
      />
      <label class="row-tight">
        <input
          type="checkbox"
          checked={hasSingleKeys.value}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        Shortcuts of a single key
      </label>
    </Dialog>
  );
}
