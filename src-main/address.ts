// Where the application's own pages are found. The PIN window has an origin of its own, so that the
// till's page shares neither storage nor messages with it.
export const appAddress = 'till://app/index.html';
export const appOrigin = 'till://app/';
export const pinAddress = 'till://pin/pin-window.html';
export const pinOrigin = 'till://pin/';
