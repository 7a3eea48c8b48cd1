/** The file in which a till that is copied says the last sale that is on the medium. */
export const copiedWords = 'copied-words';
