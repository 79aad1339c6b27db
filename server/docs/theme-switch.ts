const STORAGE = 'fleetkit-theme';

/** Whether the page is dark now. */
const isDark = (): boolean =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** Switches between light and dark colours, and keeps the choice for all pages. */
export function enableThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme');
  if (button === null) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(STORAGE, theme);
  });
}
