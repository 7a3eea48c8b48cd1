// Puts `window.pin` on the page of the PIN window, which has nothing of the till's own bridge.
import { contextBridge, ipcRenderer } from 'electron';
import type { PinArgument, PinBridge, PinRequestName } from '../contract/pin-window.ts';
import type { Result } from '../contract/errors.ts';

const ask = <Name extends PinRequestName, Value>(
  name: Name,
  argument: PinArgument<Name>,
): Promise<Result<Value>> => ipcRenderer.invoke(name, argument) as Promise<Result<Value>>;

const bridge: PinBridge = {
  question: () => ask('pin.question', undefined),
  answer: (answer) => ask('pin.answer', answer),
  cancel: () => ask('pin.cancel', undefined),
  touch: () => ask('pin.touch', undefined),
};

contextBridge.exposeInMainWorld('pin', bridge);
