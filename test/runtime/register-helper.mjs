// Gives a helper process what Electron's has: node --import ./register-helper.mjs program.js
import { EventEmitter } from 'node:events';

const port = new EventEmitter();
const waiting = [];
const deliver = () => {
  while (waiting.length > 0 && port.listenerCount('message') > 0)
    port.emit('message', { data: waiting.shift(), ports: [] });
};
port.postMessage = (message) => {
  // Once the app has gone nobody hears it.
  process.send(message, () => undefined);
};
// What comes before somebody listens is kept.
port.on('newListener', () => {
  setImmediate(deliver);
});
process.on('message', (message) => {
  waiting.push(message);
  deliver();
});
// Nothing outlives the app.
process.on('disconnect', () => {
  process.exit();
});
process.parentPort = port;
