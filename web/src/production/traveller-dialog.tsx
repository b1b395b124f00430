import { order } from '@millwright/contract/production/order';
import { fillPath } from '@millwright/contract/kernel/calls';
import { useQueries } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../controls/dialog.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { travellerText as text } from '../locales/traveller.ts';
import { TravellerSheet } from './traveller-sheet.tsx';
import type { Traveller } from './traveller-sheet.tsx';
import './traveller.css';

interface TravellerDialogProps {
  readonly rows: readonly EntityRow[];
  readonly onClose: () => void;
}

/** The travellers of some orders as they will be printed, one order after the other on A4. */
export default function TravellerDialog({ rows, onClose }: TravellerDialogProps) {
  const [at] = useState(() => new Date().toISOString());
  const answers = useQueries({
    queries: rows.map(({ id }) => ({
      queryKey: keyOf(order, 'traveller', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<Traveller>(fillPath(`${order.path}/:id/traveller`, { id }), undefined, { signal }),
      gcTime: 0,
    })),
  });
  const found = answers.flatMap(({ data }) => (data ? [data] : []));
  const sheets = found.map((data) => <TravellerSheet key={data.qr} data={data} at={at} />);
  return (
    <Dialog
      open
      width={900}
      title={t(text.title)}
      okText={t(text.print)}
      okButtonProps={{ disabled: found.length < rows.length }}
      onOk={() => print()}
      onCancel={onClose}
    >
      <p className="form-help">{say(text.hint, { n: rows.length })}</p>
      <div className="traveller-preview" tabIndex={0} role="group" aria-label={t(text.title)}>
        {found.length < rows.length ? <Spin /> : sheets}
      </div>
      {createPortal(
        <div className="traveller-paper" aria-hidden="true">
          {sheets}
        </div>,
        document.body,
      )}
    </Dialog>
  );
}
