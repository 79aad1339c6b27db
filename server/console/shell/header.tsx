import { isGuest, isOperator, portal } from '../api/session.ts';
import { formatDateTime, formatZone } from '../format/time.ts';
import { toWords } from '../format/words.ts';
import { Icon } from '../parts/icons.tsx';
import { sandboxNow, zone } from '../parts/time.tsx';
import { clock } from '../state/live.ts';
import { overlay } from '../state/overlay.ts';
import { linkTo } from '../state/route.ts';
import { isDark, switchTheme, theme } from '../state/theme.ts';
import { ConnectionChip } from './connection.tsx';

export function Header() {
  return (
    <header class="top">
      <ClockChip />
      <ConnectionChip />
      <div class="top-spacer" />
      <PaletteChip />
      <ThemeSwitch />
      <UserChip />
    </header>
  );
}

/** The sandbox time. The operator gets the control of the clock, others its view. */
function ClockChip() {
  const at = sandboxNow.value;
  const speed = clock.value?.value.speed ?? null;
  const content = (
    <>
      <Icon name="clock" />
      <span class="chip-text">Sandbox time</span>
      <strong>{formatDateTime(at, zone.value, speed !== null)}</strong>
      <span class="chip-text">{formatZone(at, zone.value)}</span>
      {clock.value === undefined ? null : (
        <span class="chip-text">{speed === null ? 'stopped' : `runs at ${speed}×`}</span>
      )}
    </>
  );
  if (!isOperator.value)
    return (
      <a class="chip" href={linkTo('clock')} title="Sandbox clock">
        {content}
      </a>
    );
  return (
    <button
      type="button"
      class="chip"
      title="Move the sandbox clock"
      onClick={() => {
        overlay.value = 'clock';
      }}
    >
      {content}
    </button>
  );
}

function PaletteChip() {
  return (
    <button
      type="button"
      class="chip"
      aria-keyshortcuts="Control+K Meta+K"
      title="Command palette"
      onClick={() => {
        overlay.value = 'palette';
      }}
    >
      <Icon name="search" />
      <span class="hidden-text">Command palette</span>
      <kbd class="chip-text" aria-hidden="true">
        Ctrl K
      </kbd>
    </button>
  );
}

function ThemeSwitch() {
  const label = `Switch to ${theme.value !== undefined && isDark() ? 'light' : 'dark'} colours`;
  return (
    <button type="button" class="chip chip-icon" aria-label={label} title={label} onClick={switchTheme}>
      <Icon name={isDark() ? 'sun' : 'moon'} />
    </button>
  );
}

function UserChip() {
  const principal = portal.value?.principal;
  return (
    <button
      type="button"
      class="chip chip-user"
      title="Change the user, or sign out"
      onClick={() => {
        overlay.value = 'user';
      }}
    >
      <Icon name="user" />
      <span class="hidden-text">Change the user:</span>
      <strong class="name truncate">{principal?.display_name}</strong>
      <span class="chip-text">{isGuest.value ? 'Guest, reads only' : toWords(principal?.role ?? '')}</span>
    </button>
  );
}
