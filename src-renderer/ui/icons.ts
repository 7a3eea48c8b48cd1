// The shapes of the few pictures beside words.
export const icons = {
  sell: 'M4 5h2l2.2 10.2h9.3L20 8H7M9 19a1 1 0 1 0 .01 0M17 19a1 1 0 1 0 .01 0',
  documents: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  outbox: 'M4 14v6h16v-6M12 15V4M7.5 8.5 12 4l4.5 4.5',
  settings: 'M4 7h10M18 7h2M16 5v4M4 17h4M12 17h8M10 15v4',
  more: 'M5 12h1M11.5 12h1M18 12h1',
  plus: 'M12 6v12M6 12h12',
  minus: 'M6 12h12',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  pencil: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM14 7l3 3',
  keypad: 'M5 5h2M11 5h2M17 5h2M5 10h2M11 10h2M17 10h2M5 15h2M11 15h2M17 15h2M11 20h2',
  undo: 'M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-4M4.5 9.5 9 5M4.5 9.5 9 14',
  repeat: 'M5 11a7 7 0 0 1 12-4.5L19 8.5M19 4v4.5h-4.5M19 13a7 7 0 0 1-12 4.5L5 15.5M5 20v-4.5h4.5',
  check: 'M5 12.5l4.5 4.5L19 7',
  clock: 'M12 7v5l3.5 2M12 3.5a8.5 8.5 0 1 0 .01 0',
  warning: 'M12 4 2.8 20h18.4zM12 10v5M12 17.5h.01',
  search: 'M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5 20 20',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21',
} as const;

export type IconName = keyof typeof icons;
