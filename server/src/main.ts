import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Before anything else is loaded: some 700 files would be stripped of their types and compiled at every start.
// In the product's own folder, since what lies in a folder of all accounts could be another's code.
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import('./run.ts');
