import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyEntity, defineEntity } from '@millwright/contract/kernel/entity';
import { choice } from '@millwright/contract/kinds/choice';
import { day } from '@millwright/contract/kinds/day';
import { dictionary } from '@millwright/contract/kinds/dictionary';
import { ref } from '@millwright/contract/kinds/ref';
import { rows } from '@millwright/contract/kinds/rows';
import { text } from '@millwright/contract/kinds/text';
import { allEntries } from '@millwright/contract/menu';
import { page } from '@millwright/contract/menu/entry';
import { entities, views } from '@millwright/contract/registry';
import { describe, expect, it } from 'vitest';
import { ROOT_FOLDER } from './config.ts';
import { declarationProblems, refuseWrongDeclarations } from './declarations.ts';
import { iconProblems, iconsAtHand } from './generate/menu-icons.ts';

describe('declarations', () => {
  it('name only what exists', () => {
    expect(declarationProblems(entities)).toEqual([]);
  });

  it('are all listed in the registry', async () => {
    const folder = path.join(ROOT_FOLDER, 'contract/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes(path.sep) && !MACHINERY.test(name) && !name.endsWith('.test.ts'),
    );
    const exported = await Promise.all(
      files.map(async (name) => {
        const file = (await import(pathToFileURL(path.join(folder, name)).href)) as object;
        return Object.values(file).filter(isEntity);
      }),
    );
    const listed = new Set([...entities, ...views].map(({ name }) => name));
    const found = exported.flat().map(({ name }) => name);
    expect(found.length).toBeGreaterThanOrEqual(entities.length);
    expect(
      found.filter((name) => !listed.has(name)),
      'wait for their line in entities.ts',
    ).toEqual([]);
  });

  it('are refused with every mistake and the place to mend it', () => {
    expect(declarationProblems([wrong])).toEqual([
      'base/nowhere: the field film holds addresses of files; it needs sheet: false',
      'base/nowhere: the field in_use_since is not written in camelCase',
      'base/nowhere: every row has createTime of its own; give the field another name',
      'base/nowhere: the field lineId stands in the section place, which sections do not name',
      expect.stringMatching(
        /^base\/nowhere: the field result takes the dictionary inspect_resutl; those of contract\/src\/dictionaries\/ are .*\binspect_result\b/,
      ),
      'base/nowhere: the field lineId refers to base/lien, which contract/src/entities.ts does not list',
      'base/nowhere: the field checks.doneBy refers to system/person, which contract/src/entities.ts does not list',
      'base/nowhere: the field by refers to system/nobody, which contract/src/entities.ts does not list',
      'base/nowhere: sort.by is rackKode, which is no field',
      'base/nowhere: period is boughtOn, which is no field',
      'base/nowhere: the figure hidden asks for rackCode, which is no filter',
      'base/nowhere: removable names new; the states of use are inUse, scrapped',
      'base/nowhere: actions.scrap.from names inUsed; the states of use are inUse, scrapped',
      'base/nowhere: actions.scrap.to names scraped; the states of use are inUse, scrapped',
      'base/nowhere: no page of contract/src/menu has the tag base:nowhere; write its row, or name in guardedBy the page that guards it',
    ]);
    expect(() => refuseWrongDeclarations([wrong])).toThrow(/base\/lien/);
  });

  it('are refused with tags that their page does not have, and states without a field', () => {
    const action = { label: { zh: '检查', en: 'Check' } };
    const tagged = defineEntity({
      name: 'base/station',
      label: { zh: '工位', en: 'Station' },
      scope: 'site',
      title: 'code',
      sort: { by: 'code', order: 'asc' },
      fields: { code: text('编号', 'Code', { required: true }) },
      actions: { check: { ...action, tag: 'edti' }, renew: { ...action, to: 'new', tag: 'edit' } },
    });
    expect(declarationProblems([tagged])).toEqual([
      'base/station: actions.renew.to names a state, but the entity has no field for it',
      expect.stringMatching(
        /^base\/station: actions\.check\.tag is edti; the menu gives base:station the words list, .*\bedit\b/,
      ),
    ]);
  });

  it('are refused with values that a dictionary of states does not have', () => {
    const order = defineEntity({
      name: 'production/order',
      label: { zh: '订单', en: 'Order' },
      scope: 'site',
      title: 'code',
      sort: { by: 'code', order: 'asc' },
      fields: {
        code: text('编号', 'Code', { required: true }),
        state: dictionary('order_state', '状态', 'State', { computed: true, default: 'draft' }),
      },
      state: 'state',
      editable: ['draft'],
      actions: {
        release: { label: { zh: '下达', en: 'Release' }, from: ['draft'], to: 'realeased' },
      },
    });
    expect(declarationProblems([order])).toEqual([
      expect.stringMatching(
        /^production\/order: actions\.release\.to names realeased; the states of state are draft, released, /,
      ),
    ]);
  });
});

describe('icons of the menu', () => {
  const known = iconsAtHand(ROOT_FOLDER);

  it('are at hand in the browser', () => {
    expect(known).toContain('file-text');
    expect(iconProblems(allEntries(), known)).toEqual([]);
  });

  it('are refused with the page and what to do when they are not', () => {
    const racks = page('料架', 'Racks', '/baseConfig/rack', 'inbocks-two', 'base:rack', 'list');
    expect(iconProblems([racks], known)).toEqual([
      expect.stringMatching(
        /^\/baseConfig\/rack: neither .*icon-set\.ts nor .*icon-set-project\.ts has the icon inbocks-two; add InbocksTwoOutlined there, or take one of .*\binbox\b/,
      ),
    ]);
  });
});

/** Folders of the contract in which no entity is declared. */
const MACHINERY = /^(kernel|kinds|menu|roles|dictionaries|settings)\b/;

const wrong = defineEntity({
  name: 'base/nowhere',
  label: { zh: '料架', en: 'Rack' },
  scope: 'site',
  title: 'rackCode',
  sort: { by: 'rackKode', order: 'asc' },
  period: 'boughtOn',
  fields: {
    rackCode: text('编号', 'Code', { required: true }),
    film: text('影片', 'Film', { address: true }),
    in_use_since: day('启用', 'In use since'),
    createTime: day('建立', 'Made on'),
    // @ts-expect-error -- a dictionary that does not exist
    result: dictionary('inspect_resutl', '结果', 'Result'),
    lineId: ref('base/lien', '产线', 'Line', { section: 'place' }),
    use: choice('使用状态', 'Use', {
      inUse: { zh: '在用', en: 'In use' },
      scrapped: { zh: '报废', en: 'Scrapped' },
    }),
    checks: rows('检查', 'Checks', { doneBy: ref('system/person', '检查人', 'By') }),
  },
  figures: {
    hidden: { label: { zh: '无编号', en: 'Without code' }, filters: { rackCode: 'x' } },
  },
  state: 'use',
  removable: ['new'],
  actions: {
    scrap: { label: { zh: '报废', en: 'Scrap' }, from: ['inUsed'], to: 'scraped' },
    hand: {
      label: { zh: '转交', en: 'Hand over' },
      fields: { by: ref('system/nobody', '接收人', 'To') },
    },
  },
});

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === 'object' && value !== null && 'fields' in value && 'scope' in value;
}
