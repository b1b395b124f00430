/** Components of the pages that exist in this release. A page enters this list in the commit that makes it. */
const ready = new Set([
  'home',
  'production/order',
  'baseConfig/order',
  'baseConfig/line',
  'baseConfig/equipment',
  'baseConfig/product',
  'baseConfig/procedure',
  'baseConfig/station',
  'baseConfig/site',
  'baseConfig/checkItem',
  'baseConfig/reasonCode',
  'log/operate',
  'log/login',
  'system/user',
  'system/role',
  'system/menu',
  'system/dict',
  'dict/type/data',
  'system/session',
  'system/setting',
  'user/profile',
]);

/** Whether the page of a component exists in this release. */
export function isReady(component: string): boolean {
  return ready.has(component);
}

/** All components that exist in this release. */
export function readyComponents(): string[] {
  return [...ready];
}
