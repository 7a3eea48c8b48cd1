// The import of a catalogue goes on behind every screen; the screen that shows it finds it here.
import { createContext } from 'svelte';
import type { CatalogueImport } from '../shop/catalogue-import.svelte.ts';

export const [useCatalogueImport, provideCatalogueImport] = createContext<CatalogueImport>();
