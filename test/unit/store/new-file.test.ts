import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeNewFile } from '../../../src-main/store/new-file.ts';
import { freeBytesOn } from '../../../src-main/store/free-space.ts';
import { smallDisk } from '../../small-disk.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

test('a file is written whole, in a folder that is made for it, and nothing else is left', async () => {
  const file = join(folder, 'receipts', 'FS-71.pdf');
  expect(await writeNewFile(file, Buffer.from('%PDF'))).toEqual({ ok: true, value: { file } });
  expect(await readFile(file, 'utf8')).toBe('%PDF');
  expect(await readdir(join(folder, 'receipts'))).toEqual(['FS-71.pdf']);
});

test('a file that exists stays as it is, and the new one gets a number', async () => {
  const file = join(folder, 'FS.2025.pdf');
  await writeFile(file, 'kept');
  for (const name of ['FS.2025-2.pdf', 'FS.2025-3.pdf']) {
    expect(await writeNewFile(file, Buffer.from(name))).toEqual({
      ok: true,
      value: { file: join(folder, name) },
    });
    expect(await readFile(join(folder, name), 'utf8')).toBe(name);
  }
  expect(await readFile(file, 'utf8')).toBe('kept');
});

test('files that are written at once get names of their own', async () => {
  const file = join(folder, 'x.pdf');
  const contents = Array.from({ length: 8 }, (_, index) => `content ${index}`);
  await Promise.all(contents.map((content) => writeNewFile(file, Buffer.from(content))));
  const names = await readdir(folder);
  const writtenTexts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(writtenTexts.sort()).toEqual(contents);
});

test('what takes long has its name once it is whole, and no sooner', async () => {
  const file = join(folder, 'backup.age');
  const seenLists: (readonly string[])[] = [];
  const result = await writeNewFile(file, async (partial) => {
    seenLists.push(await readdir(folder));
    await writeFile(partial, 'whole');
  });
  expect(result).toEqual({ ok: true, value: { file } });
  expect(seenLists).toEqual([['backup.age.part']]);
  expect(await readdir(folder)).toEqual(['backup.age']);
});

test('a folder that cannot be made is an error that names the file', async () => {
  await writeFile(join(folder, 'occupied'), '');
  const file = join(folder, 'occupied', 'x.pdf');
  expect(await writeNewFile(file, Buffer.from('x'))).toEqual({
    ok: false,
    error: { code: 'file_not_written', file },
  });
});

test.runIf(process.platform === 'linux')(
  'a full disk is told as such, and nothing is left behind',
  async () => {
    const file = join(folder, 'x.pdf');
    // A device that is always full stands in the place of the file under way.
    await symlink('/dev/full', `${file}.part`);
    expect(await writeNewFile(file, Buffer.from('x'))).toEqual({
      ok: false,
      error: { code: 'disk_full' },
    });
    expect(await readdir(folder)).toEqual([]);
  },
);

test('no file takes the last room on the disk, however often one is saved', async (context) => {
  const disk = smallDisk('20m', context);
  const content = Buffer.alloc(1024 * 1024);
  const save = () => writeNewFile(join(disk, 'receipts', 'FS-71.pdf'), content);
  let savedCount = 0;
  while ((await save()).ok) savedCount += 1;
  expect(savedCount).toBeGreaterThan(2);
  expect(await save()).toEqual({ ok: false, error: { code: 'disk_full' } });
  expect(await readdir(join(disk, 'receipts'))).toHaveLength(savedCount);
  expect(await freeBytesOn(disk)).toBeGreaterThan(14 * content.length);
});
