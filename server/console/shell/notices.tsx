import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { dismissNotice, notices } from '../state/notices.ts';

const ICONS = { done: 'check', info: 'info', failed: 'alert' } as const;

export function Notices() {
  return (
    <div class="notices" aria-live="polite">
      {notices.value.map(({ id, kind, text }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <Icon name={ICONS[kind]} class="mark" />
          <p>{text}</p>
          <Button kind="quiet" size="small" icon="close" label="Dismiss" onPress={() => dismissNotice(id)} />
        </div>
      ))}
    </div>
  );
}
