// The keys of one till that the system's key store keeps. They seal who works at the till, and go
// into the hashes of managers' PINs. The key store may ask a person first and never answer, so the
// till waits for nothing here but making a key.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { isOfKnownPassword } from '../account/token-vault.ts';
import { inTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { publish, syncFolder } from '../store/durable-files.ts';

export interface StaffKey {
  /** Names the key, and tells nothing of it. */
  readonly id: string;
  readonly bytes: Buffer;
}

export type FoundKey = StaffKey | 'asking' | 'silent' | 'lost';
export type KeyStore = 'real' | 'none' | 'asking' | 'silent';

export interface StaffKeysOptions {
  readonly safeStorage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
  >;
  /** True if everybody knows what the key store encrypts with. */
  readonly isWeak: () => boolean;
  /** The till's own name. A key of another till does not count here. */
  readonly till: string;
  /** A folder for this till alone. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** Tells that the key store has answered, or has been silent for long. */
  readonly onAnswered: () => void;
}

const keyBytes = 32;
/** How long the key store is waited for. A person may be asked for its own password meanwhile. */
const patienceMs = 10_000;
/** The ending of a key's file name while the key is kept and not in use yet. */
const unused = '.new';

export class StaffKeys {
  readonly #options: StaffKeysOptions;
  readonly #foundKeys = new Map<string, FoundKey>();
  #store: KeyStore | undefined;
  #pendingQuestions: Promise<unknown> = Promise.resolve();

  constructor(options: StaffKeysOptions) {
    this.#options = options;
  }

  /** True if somebody has worked at this till under a key, on this computer. */
  get wereUsed(): boolean {
    const { folder } = this.#options;
    return existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith(unused));
  }

  /** The state of the key store, which is asked at the first call. */
  get store(): KeyStore {
    if (this.#options.isWeak()) return 'none';
    if (this.#store === undefined) {
      this.#store = 'asking';
      this.#ask(
        () => this.#isReal(),
        (isReal = false) => {
          this.#store = isReal === 'silent' ? isReal : isReal ? 'real' : 'none';
        },
      );
    }
    return this.#store;
  }

  /** Finds the key of that name. The key store is asked for it at the first call. */
  find(id: string): FoundKey {
    const foundKey = this.#foundKeys.get(id);
    if (foundKey) return foundKey;
    const file = this.#options.isWeak() ? undefined : this.#fileOf(id);
    if (file === undefined) return 'lost';
    this.#foundKeys.set(id, 'asking');
    this.#ask(
      async () => {
        const encrypted = readFileSync(file);
        if (isOfKnownPassword(encrypted)) return undefined;
        const { result } = await this.#options.safeStorage.decryptStringAsync(encrypted);
        return { text: result };
      },
      (answer) => {
        const isSilent = answer === 'silent';
        this.#foundKeys.set(id, isSilent ? answer : (this.#read(answer?.text ?? '', id) ?? 'lost'));
      },
    );
    return 'asking';
  }

  /** Resolves once every question is answered, or has been asked for long enough. */
  async settled(): Promise<void> {
    await this.#pendingQuestions;
  }

  /**
   * Makes a new key. `keeping` resolves with whether the system keeps it: `none` if it keeps no
   * keys, `failed` if it has not taken this one in time. The key is in use, and found, once `use`
   * is called.
   */
  make(): { readonly key: StaffKey; readonly keeping: Promise<'kept' | 'none' | 'failed'> } {
    const bytes = randomBytes(keyBytes);
    const key = { id: idOf(bytes), bytes };
    const { clock } = this.#options;
    const keeping = inTime(clock, this.#keep(key), patienceMs);
    return { key, keeping: keeping.then((result) => result?.answer ?? 'failed') };
  }

  /** Puts a key to use once what is sealed names it, kept by the key store or not. */
  use(key: StaffKey): void {
    this.#foundKeys.set(key.id, key);
    this.#fileOf(key.id);
  }

  /** Forgets all keys, as nobody works at this till any more. */
  forget(): void {
    this.#foundKeys.clear();
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  /** Returns whether the key store is real, as what it encrypts shows: Linux may promise one. */
  async #isReal(): Promise<boolean> {
    const { safeStorage } = this.#options;
    return (
      (await safeStorage.isAsyncEncryptionAvailable()) &&
      !isOfKnownPassword(await safeStorage.encryptStringAsync('asked'))
    );
  }

  /**
   * What the encrypted text begins with. It keeps a token that somebody has the till keep, and a
   * key of another till, from taking a key's place. A token has no spaces.
   */
  get #mark(): string {
    return `a key of the till ${this.#options.till}\n`;
  }

  #read(text: string, id: string): StaffKey | undefined {
    const bytes = Buffer.from(text.slice(this.#mark.length), 'base64');
    const isKey = text.startsWith(this.#mark) && bytes.length === keyBytes && idOf(bytes) === id;
    return isKey ? { id, bytes } : undefined;
  }

  /** Returns the key's file. A key that is named is in use, noted or not. */
  #fileOf(id: string): string | undefined {
    const file = join(this.#options.folder, id);
    if (!existsSync(file) && existsSync(file + unused)) publish(file + unused, file);
    return existsSync(file) ? file : undefined;
  }

  async #keep({ id, bytes }: StaffKey): Promise<'kept' | 'none' | 'failed'> {
    const { isWeak, safeStorage, folder, log } = this.#options;
    try {
      if (isWeak()) return 'none';
      this.#store = (await this.#isReal()) ? 'real' : 'none';
      if (this.#store === 'none') return 'none';
      const text = this.#mark + bytes.toString('base64');
      const encrypted = await safeStorage.encryptStringAsync(text);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, id) + unused, encrypted, { mode: 0o600, flush: true });
      // What is sealed next names the key, and must not outlive it.
      syncFolder(folder);
      if (this.#foundKeys.has(id)) this.#fileOf(id);
      return 'kept';
    } catch (error) {
      log.error('the till’s key could not be kept', error);
      return 'failed';
    }
  }

  /** `hear` is given undefined if the question failed, and `silent` if no answer came in time. */
  #ask<Answer>(
    ask: () => Promise<Answer>,
    hear: (answer: Answer | 'silent' | undefined) => void,
  ): void {
    const { clock, log, onAnswered } = this.#options;
    const told = (answer: Answer | 'silent' | undefined): void => {
      hear(answer);
      onAnswered();
    };
    const asked = ask()
      .catch((error: unknown) => {
        // So with another user or computer: the till says that its managers are not proven.
        log.error('the key store did not give what was asked of it', error);
        return undefined;
      })
      .then(told);
    const answered = inTime(clock, asked, patienceMs).then((result) => {
      if (!result) told('silent');
    });
    this.#pendingQuestions = Promise.all([this.#pendingQuestions, answered]);
  }
}

const idOf = (bytes: Buffer): string =>
  createHash('sha256').update('name\n').update(bytes).digest('hex').slice(0, 16);
