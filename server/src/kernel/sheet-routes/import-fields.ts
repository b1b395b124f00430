import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { systemLabels } from '@millwright/contract/kernel/field-label';
import type { AnyField } from '@millwright/contract/kernel/field';
import { importFields, sheetHeading } from '@millwright/contract/kernel/sheet';
import { ref } from '@millwright/contract/kinds/ref';
import type { Session } from '../context.ts';
import { isSeen } from '../store/seen.ts';
import { normalHeading } from './synonyms.ts';

/** Fields that this person may fill by an import; company-wide people may name the site of each row. */
export function fieldsFor(entity: AnyEntity, session: Session): Map<string, AnyField> {
  const isWide = session.identity === 1;
  const fields = importFields(entity).filter(([, field]) => isSeen(field, session));
  return new Map(
    isWide && entity.name !== 'base/site' ? [...fields, ['siteId', siteField]] : fields,
  );
}

/** Every way in which a heading names a field: label in both languages, with its unit, and the field's own name. */
export function fieldsByHeading(
  fields: ReadonlyMap<string, AnyField>,
): ReadonlyMap<string, string> {
  const byHeading = new Map<string, string>();
  const add = (heading: string, name: string) => {
    const key = normalHeading(heading);
    if (key !== '' && !byHeading.has(key)) byHeading.set(key, name);
  };
  for (const [name, field] of fields) {
    add(field.label.zh, name);
    add(field.label.en, name);
  }
  for (const [name, field] of fields) {
    add(sheetHeading(field, 'zh_CN'), name);
    add(sheetHeading(field, 'en_US'), name);
    add(name, name);
    add(name.replace(/Ids?$/, ''), name);
  }
  if (fields.has('siteId'))
    for (const label of [systemLabels.departName, systemLabels.siteId])
      if (label) [label.zh, label.en].forEach((word) => add(word, 'siteId'));
  return byHeading;
}

/** The site of a row, for those who write in several. */
export const siteField: AnyField = ref('base/site', '厂区', 'Site');

/** Those of them that take new rows. */
export const openSiteField: AnyField = ref('base/site', '厂区', 'Site', {
  where: { departType: 'site', status: '1' },
});
