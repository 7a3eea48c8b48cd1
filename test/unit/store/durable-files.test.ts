// Folders of file systems that cannot sync them, as shared folders of other systems are.
import { expect, test } from 'vitest';
import { syncFolder } from '../../../src-main/store/durable-files.ts';

test.runIf(process.platform === 'linux')(
  'a folder that cannot be synced is left to its system',
  () => {
    // This one answers EINVAL, like a share of Windows or of a virtual machine.
    expect(() => syncFolder('/proc/self')).not.toThrow();
    expect(() => syncFolder('/proc/self/nothing')).toThrow(/ENOENT/);
  },
);
