// Puts `window.display` on the page of the customer display: it is told what to show, and has no
// way to ask or tell anything.
import { contextBridge, ipcRenderer } from 'electron';
import type { DisplayShown } from './contract/display.ts';
import { displayChannel, type DisplayBridge } from './contract/display-bridge.ts';

type Listener = Parameters<DisplayBridge['onShown']>[0];

/** What is told before the page listens is not told again. */
let last: DisplayShown | undefined;
let listener: Listener | undefined;

ipcRenderer.on(displayChannel, (_, shown: DisplayShown) => {
  last = shown;
  listener?.(shown);
});

const bridge: DisplayBridge = {
  onShown: (wanted) => {
    listener = wanted;
    if (last) wanted(last);
  },
};

contextBridge.exposeInMainWorld('display', bridge);
