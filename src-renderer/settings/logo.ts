// Turns a picture that a person has chosen into the small PNG that receipts carry.
import { logoMost } from '../../src-main/contract/printing.ts';

/** Returns undefined for a file that is no picture. */
export async function logoOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const scale = Math.min(1, logoMost.width / picture.width, logoMost.height / picture.height);
  const width = Math.max(1, Math.floor(picture.width * scale));
  const height = Math.max(1, Math.floor(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  const png = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await png.arrayBuffer());
}

/** Returns an address that an image on the screen can show. */
export function pngAddress(png: Uint8Array): string {
  const text = Array.from(png, (byte) => String.fromCharCode(byte)).join('');
  return `data:image/png;base64,${btoa(text)}`;
}
