/** Outlines on a grid of 24 by 24. */
const PATHS = {
  alert: 'M12 8v5m0 3.5v.01M10.3 4 2.8 17a2 2 0 0 0 1.7 3h15a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  back: 'M19 12H5m6 6-6-6 6-6',
  bolt: 'M13 2 4 14h7l-1 8 9-12h-7l1-8Z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5m8-5v5',
  check: 'm5 13 4.5 4.5L19 7',
  cards: 'M3 6h18v12H3zM3 10h18M7 15h4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v10a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V11a2 2 0 0 1 2-2Zm-4 6V5a2 2 0 0 1 2-2h8',
  destination: 'M4 6h16v12H4zM4 7l8 6 8-6',
  events: 'M3 12h4l3 8 4-16 3 8h4',
  fleet: 'M4 4h16v6H4zM6 10v10h12V10M9 14h6',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-9.5V16m0-8v.01',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm2.9-6.8L20 4m-3.6 3.2 2.6 2.7',
  bank: 'M3 9.5 12 4l9 5.5M4 20h16M6 10v7m4-7v7m4-7v7m4-7v7',
  scales: 'M12 4v16m-5 0h10M5 7h14M5 7l-3 7h6L5 7Zm14 0-3 7h6l-3-7Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5v15l12-7.5-12-7.5Z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M4 12a8 8 0 0 1 13.7-5.6L20 9M20 4v5h-5M20 12a8 8 0 0 1-13.7 5.6L4 15m0 5v-5h5',
  report: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5',
  requests: 'M7 7h13m-4-4 4 4-4 4M17 17H4m4 4-4-4 4-4',
  scenario: 'M4 5h16v14H4zM4 9h16M8 5v4m4-4v4m4-4v4m-6 3v4l4-2-4-2Z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-14v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0',
  catalog: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4Zm0 13a3 3 0 0 1 3-3h11M9 8h6',
  command: 'M4 5h16v14H4zM8 10l3 2.5L8 15m5 0h4',
  connector: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0V8Zm6 9v4',
  feed: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18v.01',
  group: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  signature: 'M4 19h16M5 15c3-8 6-11 8-10s-4 9-2 9 3-4 5-4-1 4 3 4',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside a text. Screen readers ignore it. */
export function Icon({ name, class: className }: { readonly name: IconName; readonly class?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      {...(className === undefined ? {} : { class: className })}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
