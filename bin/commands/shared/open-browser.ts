import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** An opener that still runs after this time is the browser itself, or waits for it. Real milliseconds. */
const OPENING_MS = 3000;

/** Opens an address in the browser of the user. Resolves with false where no browser can be opened. */
export function openBrowser(url: string, openingMs = OPENING_MS): Promise<boolean> {
  const [command = 'xdg-open', ...given] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const opener = spawn(command, [...given, url], { detached: true, stdio: 'ignore' });
    const timer = setTimeout(() => resolve(true), openingMs);
    const end = (isOpened: boolean): void => {
      clearTimeout(timer);
      resolve(isOpened);
    };
    opener.once('error', () => end(false)).once('exit', (code) => end(code === 0));
    opener.unref();
  });
}
