import { overlay } from '../state/overlay.ts';
import { ClockDialog } from '../views/clock/clock-dialog.tsx';
import { Palette } from './command-palette.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { UserDialog } from './user-dialog.tsx';

/** The dialog that is open over the views, if any. */
export function Overlays() {
  if (overlay.value === 'palette') return <Palette />;
  if (overlay.value === 'clock') return <ClockDialog />;
  if (overlay.value === 'share') return <ShareDialog />;
  if (overlay.value === 'user') return <UserDialog />;
  return overlay.value === 'shortcuts' ? <Shortcuts /> : null;
}
