// The parts that reach the desktop. There is none here, so they write to stderr what they would
// have shown or opened.
import { existsSync, readFileSync, watchFile } from 'node:fs';
import { basename, extname, isAbsolute, join, parse } from 'node:path';
import { electronEvent, Emitter, emittingPartOf, partOf } from './contract.ts';
import { getPath } from './identity.ts';
import { openWindows } from './lifecycle.ts';
import { isHeadless } from './switches.ts';

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * Presses the button that a test names by its label; otherwise closes the message without a choice.
 */
function answerMessage(options: Electron.MessageBoxOptions): Electron.MessageBoxReturnValue {
  const { message, detail = '', buttons = [], cancelId, checkboxChecked = false } = options;
  const pressed = buttons.indexOf(process.env.STAND_IN_PRESSES ?? '');
  const cancel = buttons.findIndex((label) => /^(cancel|no)$/i.test(label));
  const response = pressed === -1 ? (cancelId ?? Math.max(cancel, 0)) : pressed;
  tell(`Message: ${message} ${detail} [${buttons.join('] [')}] closed as ${String(response)}`);
  return { response, checkboxChecked };
}

/** Returns a free name, since nobody is here to agree to overwrite a file. */
function freePath(path: string): string {
  const { dir, name, ext } = parse(path);
  for (let copy = 1; ; copy++) {
    const candidate = copy === 1 ? path : join(dir, `${name} (${String(copy)})${ext}`);
    if (!existsSync(candidate)) return candidate;
  }
}

function answerSave(options: Electron.SaveDialogOptions): Electron.SaveDialogReturnValue {
  const title = options.title ?? 'Save';
  if (isHeadless()) {
    tell(`${title}: cancelled, nobody is here to choose a file`);
    return { canceled: true, filePath: '' };
  }
  const wished = options.defaultPath ?? 'Untitled';
  const extension = options.filters?.[0]?.extensions[0];
  const named = extname(wished) === '' && extension ? `${wished}.${extension}` : wished;
  const filePath = freePath(
    isAbsolute(named) ? named : join(getPath('downloads'), basename(named)),
  );
  tell(`${title}: to ${filePath}`);
  return { canceled: false, filePath };
}

/** Returns the file that a test chooses; otherwise nobody chooses one. */
function answerOpen(options: Electron.OpenDialogOptions): Electron.OpenDialogReturnValue {
  const chosen = process.env.STAND_IN_CHOOSES;
  tell(`${options.title ?? 'Open'}: ${chosen ?? 'cancelled, nobody is here to choose a file'}`);
  return { canceled: chosen === undefined, filePaths: chosen === undefined ? [] : [chosen] };
}

export const dialog = partOf<Electron.Dialog>('dialog', {
  showErrorBox: (title, content) => {
    tell(`${title}: ${content}`);
  },
  // Called with or without a window in front of the options.
  showMessageBox: (...args: unknown[]) =>
    Promise.resolve(answerMessage(args.at(-1) as Electron.MessageBoxOptions)),
  showMessageBoxSync: (...args: unknown[]) =>
    answerMessage(args.at(-1) as Electron.MessageBoxOptions).response,
  showOpenDialog: (...args: unknown[]) =>
    Promise.resolve(answerOpen(args.at(-1) as Electron.OpenDialogOptions)),
  showSaveDialog: (...args: unknown[]) =>
    Promise.resolve(answerSave(args.at(-1) as Electron.SaveDialogOptions)),
});

export const shell = partOf<Electron.Shell>('shell', {
  openExternal: (url) => {
    tell(`Would open ${url}`);
    return Promise.resolve();
  },
  openPath: (path) => {
    tell(`Would open ${path}`);
    return Promise.resolve('');
  },
  showItemInFolder: (path) => {
    tell(`Would show ${path}`);
  },
});

type ThemeSource = Electron.NativeTheme['themeSource'];
let themeSource: ThemeSource = 'system';
const themeEvents = new Emitter('nativeTheme', ['updated']);

export const desktopColorScheme = (): ThemeSource => themeSource;

/** @returns how to stop listening. */
export function onColorScheme(listener: () => void): () => void {
  themeEvents.on('updated', listener);
  return () => themeEvents.off('updated', listener);
}

export const nativeTheme = emittingPartOf<Electron.NativeTheme>('nativeTheme', themeEvents, {
  get themeSource() {
    return themeSource;
  },
  set themeSource(source) {
    themeSource = source;
    themeEvents.emit('updated');
  },
  // The desktop's own preference is unknown here and taken for light.
  get shouldUseDarkColors() {
    return themeSource === 'dark';
  },
});

/**
 * Keeps only a menu's template, since Chromium's app window has no menu bar. Electron has a menu of
 * its own until the app sets another, or none.
 */
class TemplateMenu {
  static #applicationMenu: TemplateMenu | null | undefined;
  readonly items: readonly unknown[];

  constructor(items: readonly unknown[] = []) {
    this.items = items;
  }

  static buildFromTemplate(template: readonly unknown[]): TemplateMenu {
    return new TemplateMenu(template);
  }

  static setApplicationMenu(menu: TemplateMenu | null): void {
    TemplateMenu.#applicationMenu = menu;
  }

  static getApplicationMenu(): TemplateMenu | null {
    return TemplateMenu.isDefault
      ? new TemplateMenu([{ label: 'Electron' }])
      : (TemplateMenu.#applicationMenu ?? null);
  }

  static get isDefault(): boolean {
    return TemplateMenu.#applicationMenu === undefined;
  }
}

/** Returns whether a person could reload the page, zoom it and open the developer tools. */
export const hasDefaultMenu = (): boolean => TemplateMenu.isDefault;

export { TemplateMenu as Menu };

const powerEvents = new Emitter('powerMonitor', [
  ...['suspend', 'resume', 'shutdown', 'lock-screen', 'unlock-screen', 'on-ac', 'on-battery'],
]);

const awake = new Set<number>();
let blockers = 0;

export const powerSaveBlocker = partOf<Electron.PowerSaveBlocker>('powerSaveBlocker', {
  start: (type) => {
    blockers += 1;
    awake.add(blockers);
    tell(`Kept awake: ${type}`);
    return blockers;
  },
  stop: (id) => {
    if (awake.has(id)) tell('Not kept awake any more');
    return awake.delete(id);
  },
  isStarted: (id) => awake.has(id),
});

/** Windows tells each window, and ends the program as soon as they have heard it. */
function endSession(): void {
  for (const window of openWindows) window.emit('session-end', electronEvent({ reasons: [] }));
  process.kill(process.pid, 'SIGKILL');
}

/**
 * The machine's own sleep and lock are not noticed here. A test writes events, one a line, into a
 * file that it names (`STAND_IN_POWER`): also those that only other systems send, and `hide`, which
 * hides the windows.
 */
export const powerMonitor = emittingPartOf<Electron.PowerMonitor>('powerMonitor', powerEvents, {});
const powerFile = process.env.STAND_IN_POWER;
if (powerFile !== undefined) {
  let told = 0;
  watchFile(powerFile, { interval: 50, persistent: false }, () => {
    const happened = readFileSync(powerFile, 'utf8').split('\n').slice(0, -1);
    for (const name of happened.slice(told))
      if (name === 'session-end') endSession();
      else if (name === 'hide') for (const window of openWindows) window.hide();
      else powerEvents.emit(name, electronEvent({}));
    told = happened.length;
  });
}
