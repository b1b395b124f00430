import { theme } from 'antd';
import type { ThemeConfig } from 'antd';

/**
 * Antd's theme, read from the values of tokens.css as the document has them now. `primary` names the token
 * that takes the place of the primary colour (empty = the product's own).
 */
export function antdTheme(drawn: 'light' | 'dark', primary: string): ThemeConfig {
  const styles = getComputedStyle(document.documentElement);
  const of = (name: string) =>
    styles.getPropertyValue(name === '--primary' && primary ? primary : name).trim();
  return {
    algorithm: drawn === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...colours(of), ...measures(of) },
    components: componentTokens(of, drawn),
  };
}

type Value = (name: string) => string;

function colours(of: Value): ThemeConfig['token'] {
  return {
    colorPrimary: of('--primary'),
    colorInfo: of('--info-fill'),
    colorLink: of('--primary'),
    colorLinkHover: of('--primary-hover'),
    colorSuccess: of('--ok-fill'),
    colorWarning: of('--warn-fill'),
    colorError: of('--bad-fill'),
    colorText: of('--ink'),
    colorTextSecondary: of('--ink-2'),
    colorTextTertiary: of('--ink-3'),
    colorTextDescription: of('--ink-3'),
    colorTextPlaceholder: of('--ink-3'),
    colorTextDisabled: of('--ink-off'),
    colorBgLayout: of('--page'),
    colorBgContainer: of('--surface'),
    colorBgElevated: of('--surface'),
    colorFillAlter: of('--surface-2'),
    colorBorder: of('--line-2'),
    colorBorderSecondary: of('--line'),
    colorSplit: of('--line'),
    colorBgMask: of('--mask'),
    controlItemBgHover: of('--hover'),
    controlItemBgActive: of('--selected'),
    controlItemBgActiveHover: of('--selected'),
    boxShadowSecondary: of('--shadow'),
  };
}

/** Below this width everything is pressed with a finger. */
function isTouched(): boolean {
  return matchMedia('(width < 993px)').matches;
}

function measures(of: Value): ThemeConfig['token'] {
  return {
    fontFamily: of('--font'),
    fontSize: 14,
    fontWeightStrong: 600,
    borderRadius: 4,
    borderRadiusLG: 4,
    borderRadiusSM: 4,
    controlHeight: isTouched() ? 44 : 30,
    // Its popups wait for the end of a movement, which never comes where the system asks for none.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationFast: '0.08s',
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.15s',
    wireframe: false,
  };
}

function componentTokens(
  of: Value,
  drawn: 'light' | 'dark',
): NonNullable<ThemeConfig['components']> {
  const links = { colorLink: of('--primary'), colorLinkHover: of('--primary-hover') };
  const filled =
    drawn === 'dark' ? { ...links, colorPrimary: of('--primary-active'), algorithm: true } : {};
  return {
    Button: {
      ...filled,
      // Filled, this red is too light for white letters.
      ...(drawn === 'dark' ? { colorError: of('--bad-text'), dangerColor: of('--on-series') } : {}),
      // The algorithm would derive a black of its own from the dark primary colour.
      defaultBg: of('--surface'),
      fontWeight: 400,
      contentFontSize: 13,
      contentFontSizeSM: 13,
      paddingInline: 14,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Switch: {
      ...filled,
      // Its word stands on this ground when it is off; the usual light grey leaves it unread.
      ...(drawn === 'light'
        ? { colorTextQuaternary: of('--ink-3'), colorTextTertiary: of('--ink-2') }
        : {}),
    },
    // The number in the disc of the present step.
    Steps: drawn === 'dark' ? { colorTextLightSolid: of('--on-series') } : {},
    Table: {
      fontWeightStrong: 400,
      cellFontSize: 13,
      cellFontSizeSM: 13,
      cellPaddingBlockSM: 5,
      headerBg: of('--surface-2'),
      headerColor: of('--ink-2'),
      headerSplitColor: 'transparent',
      rowHoverBg: of('--hover'),
      rowSelectedBg: of('--selected'),
      rowSelectedHoverBg: of('--selected'),
    },
    Input: { inputFontSize: 13, activeShadow: `0 0 0 2px ${of('--primary-soft')}` },
    InputNumber: { inputFontSize: 13 },
    Checkbox: { fontSize: 13 },
    Radio: { fontSize: 13 },
    Select: {
      optionFontSize: 13,
      fontSize: 13,
      // Lines as high as those of 14 px letters, from which antd reckons the padding: controls of one height.
      lineHeight: 22 / 13,
      colorTextQuaternary: of('--ink-3'),
      optionSelectedBg: of('--selected'),
      optionSelectedFontWeight: 400,
    },
    DatePicker: { fontSize: 13 },
    Pagination: { fontSize: 13, itemSize: 28 },
    Tabs: {
      titleFontSize: 13,
      horizontalItemGutter: 24,
      horizontalItemPadding: isTouched() ? '12px 0' : '8px 0',
    },
    Form: {
      labelFontSize: 13,
      labelColor: of('--ink-2'),
      itemMarginBottom: 16,
      verticalLabelPadding: '0 0 4px',
    },
    Menu: { fontSize: 13, itemHeight: 32 },
    Dropdown: { fontSize: 13, controlItemBgHover: of('--hover') },
    Tooltip: { fontSize: 12 },
    Segmented: {
      fontSize: 13,
      itemSelectedBg: of('--surface'),
      trackBg: of('--grid'),
      trackPadding: isTouched() ? 0 : 2,
    },
    Drawer: { fontSizeLG: 16, padding: 16 },
    Modal: { titleFontSize: 16 },
  };
}
