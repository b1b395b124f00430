import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Before anything else is loaded: some 700 files would be stripped of their types and compiled at every start.
// In the product's own folder, since what lies in a folder of all accounts could be another's code.
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/compiled'));
// V8 would let the heap grow to three times what is used before it collects; one export then took 150 MB and kept them,
// with this 55 MB whatever its size (bench/results.md).
setFlagsFromString('--heap-growing-percent=35');
await import('./run.ts');
