// Puts `window.till` on the page: requests by name, events by name, and nothing of Electron.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { eventNames, requests, type TillBridge } from './contract/api.ts';

const bridge: TillBridge = {
  request: (name, argument) => {
    if (!Object.hasOwn(requests, name)) throw new Error(`no request ${name}`);
    return ipcRenderer.invoke(name, argument) as ReturnType<typeof bridge.request<typeof name>>;
  },
  on: (name, listener) => {
    if (!eventNames.includes(name)) throw new Error(`no event ${name}`);
    const onEvent = (_: IpcRendererEvent, event: Parameters<typeof listener>[0]) => listener(event);
    ipcRenderer.on(name, onEvent);
    return () => {
      ipcRenderer.removeListener(name, onEvent);
    };
  },
};

contextBridge.exposeInMainWorld('till', bridge);
