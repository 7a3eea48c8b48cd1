// Entry of the customer display's page: shows what it is told, and can ask nothing.
import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '../ui/base.css';
import CustomerDisplay from './CustomerDisplay.svelte';

mount(CustomerDisplay, { target: document.body, props: { display: window.display } });
