// What bytes above 127 stand for, by the makers' tables and not by the encoder.

const cp858 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ' +
  'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

export type Decoding = (byte: number) => string;

const byLabel = (label: string): Decoding => {
  const decoder = new TextDecoder(label);
  return (byte) => decoder.decode(Uint8Array.of(byte));
};

const fromTable = (table: string): Decoding => {
  const upper = Array.from(table);
  return (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? '\ufffd'));
};

/** A printer that nobody has set: another page than the right one shows. */
export const unset: Decoding = (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '\ufffd');

/** ESC t n (Epson). */
export const escPosPages: ReadonlyMap<number, Decoding> = new Map([
  [16, byLabel('windows-1252')],
  [19, fromTable(cp858)],
  [40, byLabel('iso-8859-15')],
]);

/** ESC GS t n (Star). */
export const starPages: ReadonlyMap<number, Decoding> = new Map([
  [4, fromTable(cp858)],
  [32, byLabel('windows-1252')],
]);
