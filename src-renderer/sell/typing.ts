// A key that writes something, as a scanner's do; the space bar presses buttons.
export const isTyping = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
