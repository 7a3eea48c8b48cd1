// Days and hours by this computer's clock.

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns `yyyy-mm-dd`. */
export const localDay = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** Returns `hh:mm`. */
export const minuteOfDay = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
