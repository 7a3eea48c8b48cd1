// Which screen shows. It is kept in the address's fragment, so that the links are links and Back
// goes back.
export const screens = [
  'sell',
  'day',
  'documents',
  'outbox',
  'catalogue',
  'figures',
  'settings',
] as const;
/** Screens that are reached from elsewhere and are not in the navigation. */
const others = ['start', 'returns'] as const;
export type Screen = (typeof screens)[number] | (typeof others)[number];

export interface Route {
  readonly screen: Screen;
  /** The opened document's id or sale's reference; null shows the list. */
  readonly item: string | null;
}

export const pathTo = (screen: Screen, item?: string | number): string =>
  item === undefined ? `#/${screen}` : `#/${screen}/${encodeURIComponent(item)}`;

/** Returns the sell screen, a till's home, for anything unknown. */
export function parseRoute(hash: string): Route {
  const [, name, item] = /^#\/([a-z]+)(?:\/([\w-]+))?$/.exec(hash) ?? [];
  const screen = [...screens, ...others].find((candidate) => candidate === name);
  return screen === undefined ? { screen: 'sell', item: null } : { screen, item: item ?? null };
}
