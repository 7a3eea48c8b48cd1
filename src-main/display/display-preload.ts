// Puts `window.display` on the page of the customer display. The page is told what to show, and has
// no way to ask or tell anything.
import { contextBridge, ipcRenderer } from 'electron';
import type { DisplayShown } from '../contract/display.ts';
import { displayChannel, type DisplayBridge } from '../contract/display-bridge.ts';

type Listener = Parameters<DisplayBridge['onShown']>[0];

/** The last that was told, as it is not told again to a page that begins to listen later. */
let last: DisplayShown | undefined;
let listener: Listener | undefined;

ipcRenderer.on(displayChannel, (_, view: DisplayShown) => {
  last = view;
  listener?.(view);
});

const bridge: DisplayBridge = {
  onShown: (wanted) => {
    listener = wanted;
    if (last) wanted(last);
  },
};

contextBridge.exposeInMainWorld('display', bridge);
