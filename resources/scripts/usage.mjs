// What a command says of itself, and arguments that it does not know. Runs on the machine's own
// Node, before anything is set up.

/**
 * The arguments. Where help is asked for, or an option that the usage does not name, or more is
 * given than it takes, the usage is the answer and nothing else is done.
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
  const unwanted = unknown ?? others.slice(mostOthers)[0];
  if (unwanted === undefined) return args;
  process.stderr.write(`Not known here: ${unwanted}\n${usage}\n`);
  process.exit(1);
}

const isOption = (arg) => arg.startsWith('-');
