// What the session of the desktop lets the program do with its windows.

export interface DesktopSession {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of `--ozone-platform`, which Chromium itself sets if nobody did; empty for none. */
  readonly ozonePlatform: string;
}

/**
 * Returns whether the program can put its windows on a screen, over others and before each other.
 * On Wayland no program can.
 */
export function canPlaceWindows({ platform, env, ozonePlatform }: DesktopSession): boolean {
  if (platform !== 'linux') return true;
  if (ozonePlatform !== '') return ozonePlatform !== 'wayland';
  // Chromium chooses the one that is there; of two, the one that the session names.
  const hasX11 = isSet(env.DISPLAY);
  return hasX11 === isSet(env.WAYLAND_DISPLAY) ? env.XDG_SESSION_TYPE !== 'wayland' : hasX11;
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';
