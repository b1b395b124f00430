import { describe, expect, it } from 'vitest';
import { expectBoth, repeated } from './catalogue.testing.ts';
import * as constants from './constants.ts';
import { dictionaries, valuesOf } from './dictionaries.ts';
import type { DictionaryValue } from './dictionaries.ts';
import { fileEndings } from './kernel/file-endings.ts';
import { settingOf, settingProblem, settings } from './settings.ts';

describe('dictionaries', () => {
  it('are unique, named and worded in both languages', () => {
    expect(dictionaries, 'count a new dictionary here').toHaveLength(88);
    expect(repeated(dictionaries.map((dictionary) => dictionary.type))).toEqual([]);
    for (const { type, name, items } of dictionaries) {
      expect(type).toMatch(/^[a-z][A-Za-z0-9_]{1,49}$/);
      expectBoth(name, type);
      expect(repeated(items.map((item) => item.value)), type).toEqual([]);
      expect(items.filter((item) => item.isDefault).length, type).toBeLessThanOrEqual(1);
      for (const item of items) expectBoth(item, `${type} ${item.value}`);
    }
  });

  it('are delivered empty only where a company fills them', () => {
    const empty = dictionaries.filter((dictionary) => dictionary.items.length === 0);
    expect(empty.map((dictionary) => dictionary.type)).toEqual(['supplier', 'customer']);
    expect(empty.some((dictionary) => dictionary.fixed)).toBe(false);
  });

  it('keep order and type of their values', () => {
    const states: DictionaryValue<'enable_status'>[] = valuesOf('enable_status');
    expect(states).toEqual(['1', '0']);
    // @ts-expect-error a misspelt state does not compile
    const wrong: DictionaryValue<'order_state'> = 'relaesed';
    expect(valuesOf('order_state')).not.toContain(wrong);
  });

  it('mark causes outside the person', () => {
    const reasons = dictionaries.find((dictionary) => dictionary.type === 'pause_reason');
    expect(reasons?.items.filter((item) => item.ext?.excusable).map((item) => item.value)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
  });
});

describe('settings', () => {
  it('are unique, worded, and their defaults and proposals fit', () => {
    expect(repeated(settings.map((setting) => setting.key))).toEqual([]);
    expect(repeated(settings.flatMap((setting) => setting.publicAs ?? []))).toEqual([]);
    for (const setting of settings) {
      expectBoth(setting.name, setting.key);
      if (setting.help) expectBoth(setting.help, setting.key);
      expect(settingProblem(setting, setting.defaultValue), setting.key).toBeNull();
      if (setting.proposal !== undefined)
        expect(settingProblem(setting, setting.proposal)).toBeNull();
    }
  });

  it('S286 S289 cannot leave the limits of the specification', () => {
    expect(settingProblem(settingOf('password.minLength'), '5')).not.toBeNull();
    expect(settingProblem(settingOf('password.minLength'), '6')).toBeNull();
    expect(settingProblem(settingOf('password.minLength'), '20')).toBeNull();
    expect(settingProblem(settingOf('password.minLength'), '21')).not.toBeNull();
    expect(settingProblem(settingOf('product.name'), ' ')).toEqual({
      zh: '不能为空',
      en: 'Cannot be empty',
    });
    expect(settingProblem(settingOf('mom.baseUrl'), '')).toBeNull();
    expect(settingProblem(settingOf('upload.videoMaxMb'), '20')).toBeNull();
    expect(settingProblem(settingOf('upload.videoMaxMb'), '21')).not.toBeNull();
  });

  it('keep operate and login logs for six months at least', () => {
    expect(settingProblem(settingOf('log.operateDays'), '179')).not.toBeNull();
    expect(settingProblem(settingOf('log.loginDays'), '180')).toBeNull();
  });

  it('refuse what is no whole number or no option', () => {
    for (const value of ['', '1.5', '1e3', 'x', ' 7']) {
      expect(settingProblem(settingOf('session.idleMinutes'), value), value).not.toBeNull();
    }
    expect(settingProblem(settingOf('login.siteSelector'), 'perhaps')).not.toBeNull();
    expect(settingProblem(settingOf('password.blockCommon'), 'yes')).not.toBeNull();
  });
});

describe('constants of the specification', () => {
  const { dates, editor, locales, menuSearch, notifications, paging, sidebar, tabs, videoUpload } =
    constants;

  it('S24 S287 locales', () =>
    expect([locales.default, ...locales.all]).toEqual(['zh_CN', 'zh_CN', 'en_US']));
  it('S28 S29 S30 public paths', () =>
    expect(constants.publicPaths).toEqual(['/login', '/download', '/apkversion']));
  it('S280 request timeout', () => expect(constants.request.timeoutMs).toBe(200_000));
  it('S281 S282 first page and limit', () =>
    expect([paging.defaultPage, paging.defaultLimit]).toEqual([1, 20]));
  it('S283 page sizes', () => expect(paging.sizes).toEqual([10, 20, 30, 50]));
  it('S284 pager layout', () =>
    expect(paging.layout).toEqual(['total', 'sizes', 'prev', 'pager', 'next', 'jumper']));
  it('S285 scroll to the top', () => expect(paging.scrollTopMs).toBe(800));
  it('S286 password length', () => expect(constants.password).toEqual({ min: 6, max: 20 }));
  it('S189 mainland mobile numbers', () => {
    for (let second = 0; second <= 9; second += 1) {
      const number = `1${second}800000001`;
      expect(constants.mobileNumber.test(number), number).toBe(second >= 2);
    }
    for (const bad of ['1380000000', '138000000012', '23800000001', '+8613800000001'])
      expect(bad).not.toMatch(constants.mobileNumber);
  });
  it('S288 S289 films', () => {
    expect(fileEndings.video).toEqual(['mp4']);
    expect(videoUpload).toEqual({ mimeType: 'video/mp4', maxMb: 20 });
  });
  it('S290 suggestions per page', () => expect(constants.suggestion.pageSize).toBe(50));
  it('S291 button debounce', () => expect(constants.buttonDebounceMs).toBe(2_000));
  it('S292 date picker width', () => expect(dates.pickerWidthPx).toBe(240));
  it('S293 S294 date shortcuts', () => expect(dates.lastDays).toEqual([7, 30]));
  it('S295 date formats', () =>
    expect([dates.dayFormat, dates.timeFormat]).toEqual(['YYYY-MM-DD', 'YYYY-MM-DD HH:mm:ss']));
  it('S296 heading levels', () => expect(editor.headings).toEqual([1, 2, 3, 4, 5, 6]));
  it('S297 editor sizes', () => expect(editor.sizes).toEqual(['small', 'normal', 'large', 'huge']));
  it('S298 sidebar width', () => expect(sidebar.widthPx).toBe(210));
  it('S299 mobile breakpoint', () => expect(constants.mobileBreakpointPx).toBe(992));
  it('S300 sidebar cookie', () => expect([sidebar.open, sidebar.closed]).toEqual(['1', '0']));
  it('S301 notification poll', () => expect(notifications.pollMs).toBe(5_000));
  it('S302 badge', () =>
    expect([notifications.badgeMax, notifications.badgeHiddenAt]).toEqual([10, 0]));
  it('S304 popover', () =>
    expect([notifications.popoverWidthPx, notifications.listHeightPx]).toEqual([350, 400]));
  it('S306 S307 menu search', () =>
    expect(menuSearch).toEqual({ threshold: 0.4, weights: { title: 0.7, path: 0.3 } }));
  it('S308 tabs', () => expect([tabs.menuWidthPx, tabs.scrollPaddingPx]).toEqual([105, 4]));
  it('S310 table height follows the window', () => {
    expect(constants.tableHeight(768, 200, 56)).toBe(512);
    expect(constants.tableHeight(1080, 200, 56)).toBe(824);
    expect(constants.tableHeight(300, 200, 56)).toBe(200);
  });
});
