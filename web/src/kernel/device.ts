import { mobileBreakpointPx, sidebar } from '@millwright/contract/constants';
import { readCookie, writeCookie } from './cookie.ts';
import { createStore } from './store.ts';

/** Whether the page is drawn for a phone or tablet, and the sidebar's state. */
export interface DeviceState {
  readonly mobile: boolean;
  readonly sidebarOpen: boolean;
  /** The sidebar changes without animation (the device flipped, or it is closed on mobile). */
  readonly still: boolean;
}

/** Device and sidebar of this window. */
export const device = createStore<DeviceState>(initial());

/** Mobile means that the page's width less 1 is under 992 px. */
export function isMobileWidth(width: number): boolean {
  return width - 1 < mobileBreakpointPx;
}

/** Open unless the cookie says closed. */
export function openFromCookie(cookie: string | undefined): boolean {
  return cookie !== sidebar.closed;
}

/** The hamburger: opens or closes and remembers it. */
export function toggleSidebar(): void {
  const open = !device.get().sidebarOpen;
  writeCookie(sidebar.cookie, open ? sidebar.open : sidebar.closed, 365);
  device.set((old) => ({ ...old, sidebarOpen: open, still: false }));
}

/** Closes the sidebar without animation (mobile: route change, backdrop). */
export function closeSidebar(): void {
  device.set((old) => (old.sidebarOpen ? { ...old, sidebarOpen: false, still: true } : old));
}

/** Watches the window's size until stopped; ignored while the page is hidden. */
export function watchDevice(): () => void {
  const measure = () => {
    if (document.hidden) return;
    device.set((old) => resized(old, document.documentElement.clientWidth));
  };
  addEventListener('resize', measure);
  document.addEventListener('visibilitychange', measure);
  return () => {
    removeEventListener('resize', measure);
    document.removeEventListener('visibilitychange', measure);
  };
}

/** The state after the window became `width` px wide. */
export function resized(old: DeviceState, width: number): DeviceState {
  const mobile = isMobileWidth(width);
  if (mobile === old.mobile) return old;
  const sidebarOpen = mobile ? false : openFromCookie(readCookie(sidebar.cookie));
  return { mobile, sidebarOpen, still: true };
}

function initial(): DeviceState {
  if (typeof document === 'undefined') return { mobile: false, sidebarOpen: true, still: true };
  const mobile = isMobileWidth(document.documentElement.clientWidth);
  return {
    mobile,
    sidebarOpen: !mobile && openFromCookie(readCookie(sidebar.cookie)),
    still: true,
  };
}
