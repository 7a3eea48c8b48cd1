// Runs a practice service in a process of its own, to be killed: `node serve.ts <database file>`.
// It ends by itself once the process that started it is gone, which closes its standard input.
import { startPracticeService } from '../../../src-main/practice-service/server.ts';

const databaseFile = process.argv[2];
if (databaseFile === undefined) throw new Error('Name the database file.');
const service = await startPracticeService({ databaseFile });
console.log(service.baseUrl);
process.stdin.resume().on('end', () => process.exit());
