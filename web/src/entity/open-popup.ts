const POPUPS =
  '.ant-select-open, .ant-popover-open, .ant-dropdown-open, .ant-picker-dropdown:not(.ant-picker-dropdown-hidden), .ant-image-preview, .ant-modal-wrap:not([style*="display: none"]), dialog[open]';

let hadPopup = false;

/**
 * Whether an open list, calendar, menu, panel, picture or dialog takes the key that is on its way, as things stood when
 * it was pressed: what it closes may be gone before the key comes to a pane.
 */
export function isForPopup(): boolean {
  return hadPopup;
}

if (typeof document !== 'undefined')
  addEventListener('keydown', () => (hadPopup = document.querySelector(POPUPS) !== null), true);
