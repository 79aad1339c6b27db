import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { overlay } from '../../state/overlay.ts';
import { linkTo } from '../../state/route.ts';
import { ClockControl, ClockFace } from './clock-control.tsx';

/** The control of the clock over any view. */
export function ClockDialog() {
  const close = (): void => {
    overlay.value = undefined;
  };
  return (
    <Dialog title="Sandbox clock" isWide onClose={close}>
      <ClockFace />
      <ClockControl />
      <p>
        <a href={linkTo('clock')} onClick={close}>
          All known instants, and reset
        </a>
      </p>
    </Dialog>
  );
}
