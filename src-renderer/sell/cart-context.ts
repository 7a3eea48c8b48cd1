// The sale under way, for screens that put something into it.
import { createContext } from 'svelte';
import type { CartStore } from '../lines/cart-store.svelte.ts';

export const [useCart, provideCart] = createContext<CartStore>();
