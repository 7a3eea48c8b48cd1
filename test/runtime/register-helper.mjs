// Gives a helper process what Electron gives one: node --import ./register-helper.mjs program.js
import { EventEmitter } from 'node:events';
import { flushCompileCache } from 'node:module';

const port = new EventEmitter();
const waiting = [];
const deliver = () => {
  while (waiting.length > 0 && port.listenerCount('message') > 0)
    port.emit('message', { data: waiting.shift(), ports: [] });
};
let isCompiledKept = false;
port.postMessage = (message) => {
  // Most helpers are ended from outside, before Node keeps what it compiled for the next one.
  if (!isCompiledKept) flushCompileCache();
  isCompiledKept = true;
  // After the app has gone nobody reads it.
  process.send(message, () => undefined);
};
// Keeps messages that come before anybody listens.
port.on('newListener', () => {
  setImmediate(deliver);
});
process.on('message', (message) => {
  waiting.push(message);
  deliver();
});
// The helper ends with the app.
process.on('disconnect', () => {
  process.exit();
});
process.parentPort = port;
