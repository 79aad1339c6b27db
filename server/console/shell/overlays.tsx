import { overlay } from '../state/overlay.ts';
import { Palette } from './command-palette.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** The dialog that is open over the views, if any. */
export function Overlays() {
  if (overlay.value === 'palette') return <Palette />;
  return overlay.value === 'shortcuts' ? <Shortcuts /> : null;
}
