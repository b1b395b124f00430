import type { Text } from './text.ts';

/** Anything whose names have labels: the fields of an entity, of an action, of a call. */
export type Labelled = Readonly<Record<string, { readonly label: Text }>>;

/** Label of the field of a name; of what nobody declared, the name itself. */
export function fieldLabel(name: string, fields: Labelled): Text {
  const own = Object.hasOwn(fields, name) ? fields[name]?.label : undefined;
  const common = Object.hasOwn(commonLabels, name) ? commonLabels[name] : undefined;
  return own ?? common ?? { zh: name, en: name };
}

/**
 * Label of the field at a path. In child rows it tells the row: `shifts.0.name` → 班次 第1行 班次名称, Shifts row 1
 * Name. Inside a structure the place follows its label: `mapping.devices.0` → Mapping devices.0.
 */
export function labelAt(path: readonly string[], fields: Labelled): Text {
  const [name = '', line, ...inner] = path;
  const field: (Labelled[string] & Inside) | undefined = fields[name];
  const label = fieldLabel(name, fields);
  if (line === undefined || !field) return label;
  if (field.kind?.name === 'json') return beside(label, [line, ...inner].join('.'));
  if (!field.columns || inner.length === 0) return label;
  return rowLabel(label, Number(line), labelAt(inner, field.columns));
}

/** Label of a column in a child row, counted from 0: Shifts row 1 Start. */
export function rowLabel(rows: Text, index: number, column: Text): Text {
  const line = index + 1;
  return {
    zh: `${rows.zh} 第${line}行 ${column.zh}`,
    en: `${rows.en} row ${line} ${column.en}`,
  };
}

/** Labels of the columns that every row has. */
export const systemLabels: Readonly<Record<string, Text>> = {
  id: { zh: '编号', en: 'ID' },
  siteId: { zh: '厂区', en: 'Site' },
  departName: { zh: '部门', en: 'Department' },
  remark: { zh: '备注', en: 'Remark' },
  createBy: { zh: '创建人', en: 'Created by' },
  createTime: { zh: '创建时间', en: 'Created' },
  updateBy: { zh: '修改人', en: 'Changed by' },
  updateTime: { zh: '修改时间', en: 'Changed' },
};

/** Labels of what a call carries beside the fields of an entity. */
export const besideLabels = {
  reason: { zh: '原因', en: 'Reason' },
} as const satisfies Readonly<Record<string, Text>>;

const commonLabels: Readonly<Record<string, Text>> = { ...systemLabels, ...besideLabels };

interface Inside {
  readonly kind?: { readonly name: string };
  readonly columns?: Labelled;
}

function beside({ zh, en }: Text, place: string): Text {
  return { zh: `${zh} ${place}`, en: `${en} ${place}` };
}
