/**
 * The page may not compile code (content security policy). Zod would try once and be reported in the console; its
 * settings stand here before it is loaded, so that it does not try.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = {
  jitless: true,
};
