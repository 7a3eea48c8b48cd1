// Runs the program in the folder that the command line names, as a distribution of Electron does.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const named = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (named === undefined) throw new Error('No folder is named.');
const folder = resolve(named);
const program = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setName(program.productName ?? program.name);
app.setVersion(program.version);
app.setAppPath(folder);
process.defaultApp = true;
await import(pathToFileURL(join(folder, program.main)).href);
