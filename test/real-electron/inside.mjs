// Runs inside real Electron before the till does, in a copy of the build (copy.ts). It stands for
// what Electron 33 lacks of 45, and plays what a test says of the computer, as the stand-in does
// (../runtime): people who answer dialogs, screens, power, a key store that is slow.
import { existsSync, readFileSync, watchFile } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import {
  app,
  BrowserWindow,
  dialog,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
} from 'electron';

const { STAND_IN_PRESSES, STAND_IN_CHOOSES, STAND_IN_KEY_STORE_ASKS } = process.env;
const { STAND_IN_POWER, STAND_IN_SCREENS } = process.env;
const pollMs = 50;
const require = createRequire(import.meta.url);
const zlib = require('node:zlib');

// Node 20 lacks these, and undici names them as it loads.
require('node:worker_threads').markAsUncloneable ??= () => undefined;
for (const name of ['createZstdDecompress', 'createZstdCompress'])
  zlib[name] ??= () => {
    throw new Error(`This Node has no ${name}.`);
  };

if (!safeStorage.isAsyncEncryptionAvailable) {
  safeStorage.isAsyncEncryptionAvailable = async () => safeStorage.isEncryptionAvailable();
  safeStorage.encryptStringAsync = async (text) => safeStorage.encryptString(text);
  safeStorage.decryptStringAsync = async (bytes) => ({
    result: safeStorage.decryptString(bytes),
    shouldReEncrypt: false,
  });
}
if (STAND_IN_KEY_STORE_ASKS)
  for (const name of ['isAsyncEncryptionAvailable', 'encryptStringAsync', 'decryptStringAsync']) {
    const call = safeStorage[name].bind(safeStorage);
    safeStorage[name] = async (...args) => {
      while (!existsSync(STAND_IN_KEY_STORE_ASKS)) await delay(pollMs);
      return call(...args);
    };
  }

// Machines that test have no graphics card. Chromium finds that out in two starts of its GPU
// process that fail, after which a window on Wayland may stay without a picture.
app.disableHardwareAcceleration();

// Whether a window is visible cannot be asked from outside.
app.on('browser-window-created', (_event, window) => {
  const tell = () => {
    const is = window.isVisible() ? 'visible' : 'hidden';
    process.stderr.write(`${window.webContents.getURL()} is ${is}\n`);
  };
  window.on('show', tell);
  window.on('hide', tell);
  window.webContents.on('did-finish-load', tell);
});

// Nobody is there to answer: a real dialog would wait for ever.
const closed = ({ buttons = [], cancelId }) => {
  const pressed = buttons.indexOf(STAND_IN_PRESSES);
  return pressed === -1 ? (cancelId ?? 0) : pressed;
};
dialog.showErrorBox = (title, content) => process.stderr.write(`${title}: ${content}\n`);
dialog.showMessageBoxSync = (...args) => {
  process.stderr.write(`Message: ${args.at(-1).message} ${args.at(-1).detail}\n`);
  return closed(args.at(-1));
};
dialog.showMessageBox = async (...args) => ({ response: dialog.showMessageBoxSync(...args) });
dialog.showOpenDialog = async () => ({
  canceled: !STAND_IN_CHOOSES,
  filePaths: STAND_IN_CHOOSES ? [STAND_IN_CHOOSES] : [],
});
dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });

const stayAwake = powerSaveBlocker.start.bind(powerSaveBlocker);
powerSaveBlocker.start = (type) => {
  process.stderr.write(`Kept awake: ${type}\n`);
  return stayAwake(type);
};

app.once('ready', () => {
  if (STAND_IN_POWER) playPower(STAND_IN_POWER);
  if (STAND_IN_SCREENS) playScreens(STAND_IN_SCREENS);
});

/** Each line of the file is an event of `powerMonitor`, or hides the windows. */
function playPower(file) {
  let played = 0;
  watchFile(file, { interval: pollMs, persistent: false }, () => {
    const events = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const name of events.slice(played))
      if (name === 'hide') for (const window of BrowserWindow.getAllWindows()) window.hide();
      else powerMonitor.emit(name, { preventDefault: () => undefined });
    played = events.length;
  });
}

/** The file lists the screens; the windows themselves stay on the one that is there. */
function playScreens(file) {
  const read = () =>
    JSON.parse(readFileSync(file, 'utf8')).map(({ label = '', scaleFactor = 1, ...display }) => ({
      ...{ label, scaleFactor, rotation: 0, workArea: display.bounds, size: display.bounds },
      ...display,
    }));
  let displays = read();
  const shared = (one, other) =>
    Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
    Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));
  screen.getAllDisplays = () => displays;
  screen.getPrimaryDisplay = () => displays[0];
  screen.getDisplayMatching = (bounds) =>
    displays.toSorted((one, other) => shared(other.bounds, bounds) - shared(one.bounds, bounds))[0];
  watchFile(file, { interval: pollMs, persistent: false }, () => {
    const before = displays;
    displays = read();
    const lacks = (all, { id }) => !all.some((one) => one.id === id);
    for (const old of before) if (lacks(displays, old)) screen.emit('display-removed', {}, old);
    for (const display of displays)
      if (lacks(before, display)) screen.emit('display-added', {}, display);
      else screen.emit('display-metrics-changed', {}, display, ['bounds']);
  });
}
