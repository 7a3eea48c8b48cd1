// Hours by this computer's clock.

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns `hh:mm`. */
export const minuteOfDay = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
