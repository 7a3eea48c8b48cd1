// Loads the till's own typeface before anything is measured, since words are wider in another one.
import '@fontsource-variable/inter/wght.css';

await document.fonts.load('1rem "Inter Variable"', 'Aé€');
