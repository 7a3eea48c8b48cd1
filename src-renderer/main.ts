// Entry of the page: asks for the till's state once, and shows the application, or why there is
// nothing to show.
import { mount } from 'svelte';
import App from './App.svelte';
import StartFailed from './StartFailed.svelte';
import { Till } from './bridge/till.svelte.ts';
import '@fontsource-variable/inter/wght.css';
import './ui/base.css';

const target = document.body;
const opened = await window.till.request('app.state', undefined);
if (opened.ok) mount(App, { target, props: { till: new Till(window.till, opened.value) } });
else mount(StartFailed, { target, props: { error: opened.error } });
