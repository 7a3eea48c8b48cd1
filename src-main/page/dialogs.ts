// What main says and asks in windows of its own, which no page sees or answers.
import {
  app,
  dialog,
  type BrowserWindow,
  type MessageBoxOptions,
  type OpenDialogOptions,
} from 'electron';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type { Language } from '../contract/languages.ts';
import type { Note } from '../receipt/note.ts';

interface DialogsOptions {
  /** Returns the till's window, over which dialogs stand; null while there is none. */
  readonly window: () => BrowserWindow | null;
  readonly language: () => Language;
}

export type FolderChoice = 'second_copy' | 'find_copy';

export class Dialogs {
  readonly #options: DialogsOptions;

  constructor(options: DialogsOptions) {
    this.#options = options;
  }

  /** Returns whether a person accepts that an address is spoken to without encryption. */
  readonly askPlainHttp = (address: string): Promise<boolean> => {
    const { main } = this.#messages;
    return this.#agrees({
      type: 'warning',
      title: main.plainHttpTitle,
      message: main.plainHttp(address),
      detail: main.plainHttpDetail,
      buttons: [main.plainHttpRefuse, main.plainHttpAccept],
    });
  };

  /** Returns, once the note is closed, whether a person says that it is written down. */
  readonly showOnce = ({ title, paragraphs }: Note): Promise<boolean> => {
    const { main } = this.#messages;
    const [message = '', ...rest] = paragraphs;
    return this.#agrees({
      type: 'info',
      title,
      message,
      detail: rest.join('\n\n'),
      buttons: [main.notWritten, main.written],
    });
  };

  /** Returns whether a person agrees. Without the till's window nobody does. */
  readonly confirmRestore = async ([
    message = '',
    ...rest
  ]: readonly string[]): Promise<boolean> => {
    const { restore } = this.#messages;
    if (!this.#options.window()) return false;
    return this.#agrees({
      type: 'warning',
      title: restore.confirmTitle,
      message,
      detail: rest.join('\n\n'),
      buttons: [restore.disagree, restore.agree],
    });
  };

  /** Returns undefined if nobody chooses a file; the others do the same. */
  readonly chooseBackup = (): Promise<string | undefined> =>
    this.#chooseFile({ title: this.#messages.restore.chooseTitle });

  readonly chooseSetupFile = (): Promise<string | undefined> => {
    const { chooseTitle, setupFiles } = this.#messages.setupFile;
    return this.#chooseFile({
      title: chooseTitle,
      filters: [{ name: setupFiles, extensions: ['counterfoil'] }],
    });
  };

  readonly choosePicture = (): Promise<string | undefined> => {
    const { choosePicture, pictureFiles } = this.#messages.display;
    const extensions = ['png', 'jpg', 'jpeg', 'webp'];
    return this.#chooseFile({
      title: choosePicture,
      filters: [{ name: pictureFiles, extensions }],
    });
  };

  /** Begins at the system's own place, unless another is given. */
  readonly chooseFolder = (
    why: FolderChoice,
    defaultPath?: string,
  ): Promise<string | undefined> => {
    const { chooseTitle, findTitle } = this.#messages.secondCopy;
    const title = why === 'second_copy' ? chooseTitle : findTitle;
    const properties = ['openDirectory', 'createDirectory'] as const;
    return this.#choose({
      ...{ title, properties: [...properties] },
      ...(defaultPath !== undefined && { defaultPath }),
    });
  };

  /** Shows a message and does not wait for an answer. It has a window of its own, on macOS too. */
  tell(say: (messages: Messages) => string): void {
    const window = this.#options.window();
    const message = say(this.#messages);
    if (window)
      void dialog.showMessageBox(window, { type: 'warning', title: app.getName(), message });
  }

  get #messages(): Messages {
    return messagesFor(this.#options.language());
  }

  /** Returns whether somebody pressed the second of two buttons. Closing the window says no. */
  async #agrees(message: MessageBoxOptions): Promise<boolean> {
    const options = { ...message, defaultId: 0, cancelId: 0, noLink: true };
    const window = this.#options.window();
    const { response } = await (window
      ? dialog.showMessageBox(window, options)
      : dialog.showMessageBox(options));
    return response === 1;
  }

  #chooseFile(options: OpenDialogOptions): Promise<string | undefined> {
    return this.#choose({ ...options, properties: ['openFile'] });
  }

  async #choose(options: OpenDialogOptions): Promise<string | undefined> {
    const window = this.#options.window();
    const { canceled, filePaths } = await (window
      ? dialog.showOpenDialog(window, options)
      : dialog.showOpenDialog(options));
    return canceled ? undefined : filePaths[0];
  }
}
