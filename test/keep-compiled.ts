// What a program of the tests has compiled is kept for its next start (NODE_COMPILE_CACHE in
// vitest.config.ts). Node itself writes that at the end, which a killed program never comes to.
import { flushCompileCache } from 'node:module';

flushCompileCache();
