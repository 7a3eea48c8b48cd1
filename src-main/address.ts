// Where the application's own pages are found.
export const appAddress = 'till://app/index.html';
export const appOrigin = 'till://app/';
