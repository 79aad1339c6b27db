let loaded: Promise<void> | undefined;

/** Loads the style sheet of the views and dialogs that the first view does not need, once. */
export function loadFurtherStyles(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const link = document.getElementById('further-styles') as HTMLLinkElement; // in console.html
    link.onload = () => resolve();
    link.onerror = () => resolve(); // the content remains usable without it
    link.rel = 'stylesheet'; // browsers also load a disabled style sheet, but none of another relation
  });
  return loaded;
}
