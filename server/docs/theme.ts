/* Sets the colours that the user chose, before the page is shown. The console uses the same entry. */

const STORAGE = 'fleetkit-theme';

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE);
  } catch {
    return null; // storage is disabled
  }
}

const chosen = readChoice();
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
