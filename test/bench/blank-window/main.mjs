// The smallest possible app: one window with an empty page, of the till's size and with the same
// restrictions.
import { app, BrowserWindow, protocol } from 'electron';

protocol.registerSchemesAsPrivileged([
  { scheme: 'blank', privileges: { standard: true, secure: true } },
]);
app.enableSandbox();
// Electron is not ready before this script has run to its end.
void app.whenReady().then(async () => {
  protocol.handle(
    'blank',
    () =>
      new Response('<!doctype html><title>Blank</title><p>Blank</p>', {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      }),
  );
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true },
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  await window.loadURL('blank://app/');
});
