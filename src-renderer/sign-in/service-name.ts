// Shortens names that the service gave, as they come without any limit.
const longest = 200;

export const shortName = (name: string): string =>
  name.length > longest ? `${name.slice(0, longest)}…` : name;
