// Prints how a command is used, and refuses arguments that the command does not know. It runs on
// the machine's own Node, before anything is set up.
import { resolve } from 'node:path';

/** What a value must look like, by the word that the usage has for it. */
const patterns = { N: /^[1-9]\d*$/, S: /^\d+$/ };

/**
 * Returns the arguments. If they ask for help, name an option that the usage does not, give no
 * value where the usage has a word in capitals, or are more than the command takes, it prints the
 * usage and ends.
 */
export function argumentsOf(usage, mostOthers = Infinity) {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const wrong = whatIsWrong(args, usage, mostOthers);
  if (wrong === undefined) return args;
  process.stderr.write(`${wrong}\n${usage}\n`);
  process.exit(1);
}

function whatIsWrong(args, usage, mostOthers) {
  const found = [...usage.matchAll(/(--[a-z][a-z-]*)(?: ([A-Z][A-Z_/]*))?/g)];
  let others = 0;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (!isOption(arg)) {
      if (++others > mostOthers) return `Not known here: ${arg}`;
      continue;
    }
    const [option, value] = arg.split(/=(.*)/s);
    const named = found.filter(([, name]) => name === option);
    if (named.length === 0) return `Not known here: ${arg}`;
    const kind = named.find(([, , word]) => word)?.[2];
    if (kind === undefined && value !== undefined) return `Takes no value: ${arg}`;
    if (kind === undefined) continue;
    const pattern = patterns[kind] ?? /^[^-]/;
    if (!pattern.test(value ?? args[++index] ?? ''))
      return `Takes a ${kind in patterns ? 'whole number' : 'value'}: ${arg}`;
  }
  return undefined;
}

/** The same, of arguments that are files, named from the folder where npm was called. */
export function filesOf(usage, mostFiles) {
  const { INIT_CWD = process.cwd() } = process.env;
  return argumentsOf(usage, mostFiles).map((arg) => (isOption(arg) ? arg : resolve(INIT_CWD, arg)));
}

const isOption = (arg) => arg.startsWith('-');
