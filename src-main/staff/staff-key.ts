// The keys of one till that the system's key store keeps: they seal who works at the till, and go
// into the hashes of managers' PINs. The key store may ask a person first and never answer, so that
// nothing here is waited for but making a key.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { isOfKnownPassword } from '../account/token-vault.ts';
import { inTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { publish, syncFolder } from '../store/durable-files.ts';

export interface StaffKey {
  /** Names it, and tells nothing of it. */
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
  /** What it encrypts with is known to everybody. */
  readonly isWeak: () => boolean;
  /** The till's own name: a key of another till is none here. */
  readonly till: string;
  /** A folder for this till alone. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** The key store has answered, or has been silent for long. */
  readonly onAnswered: () => void;
}

const keyBytes = 32;
/** A person may be asked for the key store's own password meanwhile. */
const patienceMs = 10_000;
/** Of a key that is kept and not in use yet. */
const unused = '.new';

export class StaffKeys {
  readonly #options: StaffKeysOptions;
  readonly #found = new Map<string, FoundKey>();
  #store: KeyStore | undefined;
  #asked: Promise<unknown> = Promise.resolve();

  constructor(options: StaffKeysOptions) {
    this.#options = options;
  }

  /** Somebody has worked at this till under a key, on this computer. */
  get wereUsed(): boolean {
    const { folder } = this.#options;
    return existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith(unused));
  }

  /** Asked at the first call. */
  get store(): KeyStore {
    if (this.#options.isWeak()) return 'none';
    if (this.#store === undefined) {
      this.#store = 'asking';
      this.#ask({
        ask: () => this.#isReal(),
        heard: (isReal = false) => {
          this.#store = isReal ? 'real' : 'none';
        },
        silent: () => {
          this.#store = 'silent';
        },
      });
    }
    return this.#store;
  }

  /** The key of that name; asked for at the first call. */
  find(id: string): FoundKey {
    const found = this.#found.get(id);
    if (found) return found;
    const file = this.#options.isWeak() ? undefined : this.#fileOf(id);
    if (file === undefined) return 'lost';
    this.#found.set(id, 'asking');
    this.#ask({
      ask: async () => {
        const encrypted = readFileSync(file);
        if (isOfKnownPassword(encrypted)) return undefined;
        return (await this.#options.safeStorage.decryptStringAsync(encrypted)).result;
      },
      heard: (text = '') => {
        this.#found.set(id, this.#read(text, id) ?? 'lost');
      },
      silent: () => {
        this.#found.set(id, 'silent');
      },
    });
    return 'asking';
  }

  /** Once everything that was asked is answered, or has been asked for long enough. */
  async settled(): Promise<void> {
    await this.#asked;
  }

  /**
   * A new key, and whether the system keeps it: `none` where it keeps no keys, `failed` where it
   * has not taken this one in time. It is in use, and found, once `use` is called.
   */
  make(): { readonly key: StaffKey; readonly kept: Promise<'kept' | 'none' | 'failed'> } {
    const bytes = randomBytes(keyBytes);
    const key = { id: idOf(bytes), bytes };
    const { clock } = this.#options;
    const kept = inTime(clock, this.#keep(key), patienceMs);
    return { key, kept: kept.then((found) => found?.answer ?? 'failed') };
  }

  /** What is sealed names it. One that the key store has yet to take is used without that. */
  use(key: StaffKey): void {
    this.#found.set(key.id, key);
    this.#fileOf(key.id);
  }

  /** Nobody works at this till any more. */
  forget(): void {
    this.#found.clear();
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  /** A Linux desktop may promise a key store that is not there: what it encrypts tells. */
  async #isReal(): Promise<boolean> {
    const { safeStorage } = this.#options;
    return (
      (await safeStorage.isAsyncEncryptionAvailable()) &&
      !isOfKnownPassword(await safeStorage.encryptStringAsync('asked'))
    );
  }

  /**
   * Begins what is encrypted: no token that somebody has the till keep, and no key of another till,
   * can take a key's place. A token has no spaces.
   */
  get #mark(): string {
    return `a key of the till ${this.#options.till}\n`;
  }

  #read(text: string, id: string): StaffKey | undefined {
    const bytes = Buffer.from(text.slice(this.#mark.length), 'base64');
    const isKey = text.startsWith(this.#mark) && bytes.length === keyBytes && idOf(bytes) === id;
    return isKey ? { id, bytes } : undefined;
  }

  /** A key that is named is in use, also where the program ended just before it said so. */
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
      // What is sealed next names it, and must not outlive it.
      syncFolder(folder);
      if (this.#found.has(id)) this.#fileOf(id);
      return 'kept';
    } catch (error) {
      log.error('the till’s key could not be kept', error);
      return 'failed';
    }
  }

  #ask<Answer>(question: Question<Answer>): void {
    const over = new AbortController();
    const patience = this.#options.clock.sleep(patienceMs, over.signal).then(() => {
      if (over.signal.aborted) return;
      question.silent();
      this.#options.onAnswered();
    });
    const heard = this.#hear(question).finally(() => {
      over.abort();
    });
    this.#asked = Promise.all([this.#asked, Promise.race([heard, patience])]);
  }

  async #hear<Answer>({ ask, heard }: Question<Answer>): Promise<void> {
    let answer: Answer | undefined;
    try {
      answer = await ask();
    } catch (error) {
      // Another user, another computer: the till says that its managers are not proven.
      this.#options.log.error('the key store did not give what was asked of it', error);
    }
    heard(answer);
    this.#options.onAnswered();
  }
}

interface Question<Answer> {
  readonly ask: () => Promise<Answer>;
  /** Undefined where it failed. */
  readonly heard: (answer: Answer | undefined) => void;
  readonly silent: () => void;
}

const idOf = (bytes: Buffer): string =>
  createHash('sha256').update('name\n').update(bytes).digest('hex').slice(0, 16);
