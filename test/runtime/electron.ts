// What `import 'electron'` gives an app on the stand-in.
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { refuseTheRest } from './contract.ts';
import { dialog, Menu, nativeTheme, powerMonitor, powerSaveBlocker, shell } from './desktop.ts';
import { ipcMain } from './ipc-main.ts';
import { protocol } from './network.ts';
import { safeStorage } from './safe-storage.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { utilityProcess } from './utility-process.ts';

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
};

// eslint-disable-next-line no-restricted-exports -- Electron's module has one, and electron-store uses it
export default refuseTheRest('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
});
