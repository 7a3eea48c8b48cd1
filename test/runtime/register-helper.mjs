// Gives a helper process what Electron gives one: node --import ./register-helper.mjs program.js
import { EventEmitter } from 'node:events';

const port = new EventEmitter();
const waiting = [];
const deliver = () => {
  while (waiting.length > 0 && port.listenerCount('message') > 0)
    port.emit('message', { data: waiting.shift(), ports: [] });
};
port.postMessage = (message) => {
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
