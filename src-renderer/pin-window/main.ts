// Entry of the PIN window's page: asks main for the question, and shows it.
import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '../ui/base.css';
import PinWindow from './PinWindow.svelte';

const { pin } = window;
const opened = await pin.question();
if (opened.ok)
  mount(PinWindow, { target: document.body, props: { pin, shownQuestion: opened.value } });
else await pin.cancel();
