// The till's own typeface is there before anything is measured: in another one words are wider.
import '@fontsource-variable/inter/wght.css';

await document.fonts.load('1rem "Inter Variable"', 'Aé€');
