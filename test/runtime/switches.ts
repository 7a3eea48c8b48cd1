// The command line as Electron and Chromium read it.

const given = new Map<string, string>();
for (const argument of process.argv.slice(2)) {
  const { name, value } = /^--(?<name>[^=]+)(?:=(?<value>.*))?$/s.exec(argument)?.groups ?? {};
  if (name !== undefined) given.set(name.toLowerCase(), value ?? '');
}

/** Switches that the stand-in handles itself, or that would take Chromium out of its hands. */
const notForChromium = new Set([
  ...['headless', 'no-sandbox', 'password-store', 'remote-debugging-pipe', 'user-data-dir'],
]);

export const commandLine = {
  hasSwitch: (name: string): boolean => given.has(name.toLowerCase()),
  getSwitchValue: (name: string): string => given.get(name.toLowerCase()) ?? '',
  appendSwitch: (name: string, value = ''): void => {
    given.set(name.toLowerCase(), value);
  },
};

export function isHeadless(): boolean {
  return commandLine.hasSwitch('headless');
}

/** Returns the switches that Chromium gets, typed or appended by the app. */
export function chromiumSwitches(): string[] {
  return [...given]
    .filter(([name]) => !notForChromium.has(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
}
