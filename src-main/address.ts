// The addresses of the application's own pages. The PIN window and the customer display have an
// origin of their own each, so that the till's page shares neither storage nor messages with them.
export const appAddress = 'till://app/index.html';
export const appOrigin = 'till://app/';
export const pinAddress = 'till://pin/pin-window.html';
export const pinOrigin = 'till://pin/';
export const displayAddress = 'till://display/customer-display.html';
export const displayOrigin = 'till://display/';
