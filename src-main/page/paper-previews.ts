// The page of labels, or of a report of the day, that the screen has asked to see. Only the newest
// is kept, at an address that nobody else knows.
import { randomUUID } from 'node:crypto';

export class PaperPreviews {
  #keptPreview: { readonly path: string; readonly page: string } | null = null;

  keep(page: string): string {
    const path = `/receipt/preview/${randomUUID()}`;
    this.#keptPreview = { path, page };
    return path;
  }

  at(path: string): string | undefined {
    return this.#keptPreview?.path === path ? this.#keptPreview.page : undefined;
  }
}
