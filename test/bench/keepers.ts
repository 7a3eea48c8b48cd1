// What a commit is compared with: a bare insert, and job queues from npm that keep their jobs in
// SQLite.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { buildDBClient, SqliteQueue } from 'liteque';
import { better, defineQueue } from 'plainjob';

/** The data of one sale. */
export interface Load {
  /** The body sent to the service. */
  readonly body: Buffer;
  /** The contents of a sale's row: the body, its hash, what was sold, and the sale's identity. */
  readonly row: Buffer;
  /** The contents of the body, for queues that write their jobs as JSON themselves. */
  readonly job: unknown;
}

export interface Keeper {
  readonly key: string;
  /**
   * Says what a power cut may lose: a keeper that does not wait for the disk has the easier task.
   */
  readonly name: string;
  /**
   * Keeps loads in a file of its own in the folder, each as durable as the name says once `keep` is
   * done.
   */
  open(folder: string): { keep(load: Load): unknown; close(): void };
}

const bareInsert = (key: string, ofLoad: 'row' | 'body', bytes: string): Keeper => ({
  key,
  name: `one INSERT of ${bytes}, WAL with synchronous=FULL`,
  open: (folder) => {
    const db = new Database(join(folder, 'bare.db'));
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.exec('CREATE TABLE document (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT');
    const insert = db.prepare('INSERT INTO document (body) VALUES (?)');
    return {
      keep: (load) => insert.run(load[ofLoad]),
      close: () => {
        db.close();
      },
    };
  },
});

function openPlainjob(folder: string) {
  const connection = new Database(join(folder, 'plainjob.db'));
  const queue = defineQueue({ connection: better(connection) });
  const keep: ReturnType<Keeper['open']> = {
    keep: ({ job }) => queue.add('sale', job),
    close: () => {
      queue.close();
    },
  };
  return { connection, keep };
}

const plainjob: Keeper = {
  key: 'plainjob',
  name: 'plainjob as it comes, WAL with synchronous=NORMAL: a power cut loses jobs',
  open: (folder) => openPlainjob(folder).keep,
};

const plainjobFull: Keeper = {
  key: 'plainjob-full',
  name: 'plainjob forced to synchronous=FULL, as durable as ours',
  open: (folder) => {
    const { connection, keep } = openPlainjob(folder);
    connection.pragma('synchronous = full');
    return keep;
  },
};

const liteque: Keeper = {
  key: 'liteque',
  name: 'liteque as it comes, WAL with synchronous=NORMAL: a power cut loses jobs',
  open: (folder) => {
    const db = buildDBClient(join(folder, 'liteque.db'), { runMigrations: true });
    const queue = new SqliteQueue<unknown>('sales', db, {
      defaultJobArgs: { numRetries: 0 },
      keepFailedJobs: true,
    });
    return {
      keep: ({ job }) => queue.enqueue(job),
      // The queue cannot close its file.
      close: () => undefined,
    };
  },
};

export const keepers: readonly Keeper[] = [
  bareInsert('bare', 'row', 'the same bytes'),
  bareInsert('body', 'body', 'the bytes that are sent alone'),
  plainjob,
  plainjobFull,
  liteque,
];
