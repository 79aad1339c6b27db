import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const STORAGE = 'fleetkit-theme';
const stored = localStorage.getItem(STORAGE);

export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

effect(() => {
  if (theme.value === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(STORAGE);
  } else {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(STORAGE, theme.value);
  }
});

/** Whether the page is dark now. */
export const isDark = (): boolean =>
  theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);

export function switchTheme(): void {
  theme.value = isDark() ? 'light' : 'dark';
}
