import { describe, expect, it } from 'vitest';
import type { EntityRow } from '../entity/entity-row.ts';
import { changeOf, settingsFor } from './setting-values.ts';
import type { ShownSetting } from './setting-values.ts';

const rows = [
  row('session.lockAfterMinutes', null, '20', false),
  row('session.lockAfterMinutes', '7', '5', false),
  row('password.minLength', null, '6', true),
];

describe('settingsFor', () => {
  it('shows only settings whose effect exists in this release', () => {
    expect(keys(settingsFor([], null, ''))).toContain('password.minLength');
    expect(keys(settingsFor([], null, ''))).not.toContain('upload.packageMaxMb');
  });

  it('gives a site those that it may override, with its own value first', () => {
    const site = settingsFor(rows, '7', '');
    expect(keys(site)).toEqual([
      'session.lockAfterMinutes',
      'log.heartbeatSeconds',
      'kanban.refreshSeconds',
      'gateway.maxAgeDays',
    ]);
    expect(one(site, 'session.lockAfterMinutes')).toMatchObject({ value: '5', isOwn: true });
    expect(one(settingsFor(rows, '8', ''), 'session.lockAfterMinutes')).toMatchObject({
      value: '20',
      isOwn: false,
    });
  });

  it('knows what differs from the delivered value', () => {
    const company = settingsFor(rows, null, '');
    expect(one(company, 'session.lockAfterMinutes').isOwn).toBe(true);
    expect(one(company, 'password.minLength').isOwn).toBe(false);
    expect(one(company, 'session.idleMinutes')).toMatchObject({ value: '120', isOwn: false });
  });

  it('is searched by name and key', () => {
    expect(keys(settingsFor([], null, 'minlength'))).toEqual(['password.minLength']);
    expect(keys(settingsFor([], null, '自动锁屏'))).toEqual(['session.lockAfterMinutes']);
  });

  it('sends the site and the revision of the row that is changed', () => {
    const shown = one(settingsFor(rows, '7', ''), 'session.lockAfterMinutes');
    expect(changeOf(shown, '7', null)).toEqual({ value: null, siteId: '7', revision: 3 });
    expect(changeOf({ ...shown, row: undefined }, null, '9')).toEqual({ value: '9' });
  });
});

function keys(groups: ReturnType<typeof settingsFor>): string[] {
  return [...groups.values()].flat().map(({ setting }) => setting.key);
}

function one(groups: ReturnType<typeof settingsFor>, key: string): ShownSetting {
  const found = [...groups.values()].flat().find(({ setting }) => setting.key === key);
  if (!found) throw new Error(`${key} is not shown`);
  return found;
}

function row(key: string, siteId: string | null, value: string, isDefault: boolean): EntityRow {
  return { id: '1', key, siteId, value, isDefault, revision: 3 } as unknown as EntityRow;
}
