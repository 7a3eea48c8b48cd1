// Prints how a command is used, and refuses arguments that the command does not know. It runs on
// the machine's own Node, before anything is set up.
import { resolve } from 'node:path';

/**
 * Returns the arguments. If they ask for help, name an option that the usage does not, give no
 * whole number where the usage has N or S, or are more than the command takes, it prints the usage
 * and ends.
 */
export function argumentsOf(usage, mostOthers = Infinity) {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const known = usage.match(/--[a-z][a-z-]*/g) ?? [];
  const [options, others] = [args.filter(isOption), args.filter((arg) => !isOption(arg))];
  const unknown = options.find((arg) => !known.includes(arg.replace(/=.*/, '')));
  const numbers = [...usage.matchAll(/(--[a-z][a-z-]*) [NS](?![/\w])/g)].map(
    ([, option]) => option,
  );
  const noNumber = args.find((arg, index) => {
    const [option, value = args[index + 1]] = arg.split('=');
    return numbers.includes(option) && !/^-?\d+$/.test(value ?? '');
  });
  const unwanted = unknown ?? noNumber ?? others.slice(mostOthers)[0];
  if (unwanted === undefined) return args;
  const why = unwanted === noNumber ? 'Takes a whole number' : 'Not known here';
  process.stderr.write(`${why}: ${unwanted}\n${usage}\n`);
  process.exit(1);
}

/** The same, of arguments that are files, named from the folder where npm was called. */
export function filesOf(usage, mostFiles) {
  const { INIT_CWD = process.cwd() } = process.env;
  return argumentsOf(usage, mostFiles).map((arg) => (isOption(arg) ? arg : resolve(INIT_CWD, arg)));
}

const isOption = (arg) => arg.startsWith('-');
