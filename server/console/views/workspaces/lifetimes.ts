/** Lifetimes to choose from, in seconds. */
export const LIFETIMES = [
  { value: '3600', text: '1 hour' },
  { value: '86400', text: '1 day' },
  { value: '604800', text: '7 days' },
  { value: '2592000', text: '30 days' },
  { value: '31536000', text: '1 year' },
] as const;
