import type { Text } from '@millwright/contract/kernel/text';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { t } from '../kernel/language.tsx';
import { equipmentText as text } from '../locales/equipment.ts';

/** A picture of downtime under its title; the same as a table for those who would rather read. */
export function DowntimeChart({
  title,
  note,
  children,
  table,
}: {
  title: Text;
  note: Text;
  children: ReactNode;
  table: ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  return (
    <section className="eq-chart">
      <h2>
        {t(title)} <small>{t(note)}</small>
        <Button type="link" size="small" onClick={() => setTable(!isTable)}>
          {t(isTable ? text.asChart : text.asTable)}
        </Button>
      </h2>
      {isTable ? table : children}
    </section>
  );
}
