/** The checks that were merged into others, each with the id under which its question is answered. */
export const FORMER_IDS: Readonly<Partial<Record<string, string>>> = {
  'writes/opened-dispute-is-listed': 'writes/created-items-are-listed',
};
