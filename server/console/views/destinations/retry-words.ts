/** The retry profiles, for people. */
export const RETRY_WORDS = {
  fast: 'Six attempts within half a minute of real time',
  standard: 'Ten attempts over three days of the sandbox clock',
} as const;

export const RETRY_OPTIONS = Object.entries(RETRY_WORDS).map(([value, text]) => ({ value, text }));
