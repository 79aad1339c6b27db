/** Shows the buttons that copy code, where the browser permits copying. */
export function enableCopying(): void {
  if (navigator.clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

/** Copies the code of the figure around a button, and shows in the button whether that was permitted. */
export async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
  const isCopied = await navigator.clipboard.writeText(code).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copied' : 'Not permitted';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}
