import '../entity/judgement.ts';
import { gateway } from '@millwright/contract/base/gateway';
import { createMapper } from '@millwright/contract/device/mapper';
import { type Mapping, mappingSchema, usualMapping } from '@millwright/contract/device/mapping';
import { readShdrLine } from '@millwright/contract/device/observation';
import { tagFor } from '@millwright/contract/registry';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { gatewayText as text } from '../locales/gateway.ts';

/** What becomes of the data items of a source, with a preview of pasted lines. */
export function GatewayMapping({ row }: { row: EntityRow }) {
  const client = useQueryClient();
  const [written, setWritten] = useState(() =>
    row['mapping'] ? JSON.stringify(row['mapping'], null, 2) : '',
  );
  const [sample, setSample] = useState('');
  const [saved, setSaved] = useState(false);
  const read = readMapping(written);
  const may = hasPermission([tagFor(gateway, 'edit')]);
  const save = async () => {
    const body = { revision: row.revision, mapping: written.trim() === '' ? null : read.mapping };
    await api.put(`${gateway.path}/${row.id}`, body);
    setSaved(true);
    await client.invalidateQueries({ queryKey: keyOf(gateway) });
  };
  const change = (value: string) => {
    setWritten(value);
    setSaved(false);
  };
  return (
    <div className="gateway-mapping">
      <label htmlFor="gateway-mapping">{t(text.mappingHelp)}</label>
      <Input.TextArea
        id="gateway-mapping"
        className="mapping-code"
        value={written}
        readOnly={!may}
        spellCheck={false}
        rows={14}
        onChange={(event) => change(event.target.value)}
      />
      {read.problem && (
        <p className="form-problem" role="alert">
          {say(text.wrong, { detail: read.problem })}
        </p>
      )}
      {may && (
        <p className="mapping-buttons">
          {written.trim() === '' && (
            <Button onClick={() => change(JSON.stringify(usualMapping('NB-MC-01'), null, 2))}>
              {t(text.mappingEmpty)}
            </Button>
          )}
          <ActionButton type="primary" disabled={read.problem !== null} onClick={save}>
            {t(text.save)}
          </ActionButton>
          <span role="status">{saved && t(text.saved)}</span>
        </p>
      )}
      <label htmlFor="gateway-sample">{t(text.sample)}</label>
      <Input.TextArea
        id="gateway-sample"
        className="mapping-code"
        value={sample}
        placeholder={t(text.sampleHint)}
        spellCheck={false}
        rows={5}
        onChange={(event) => setSample(event.target.value)}
      />
      {read.mapping && sample.trim() !== '' && <Preview mapping={read.mapping} sample={sample} />}
    </div>
  );
}

function Preview({ mapping, sample }: { mapping: Mapping; sample: string }) {
  const mapper = createMapper(mapping, '');
  const messages = sample
    .split('\n')
    .slice(0, 200)
    .flatMap(readShdrLine)
    .flatMap((said) => mapper.take(said) ?? []);
  return (
    <section aria-live="polite">
      <h3 className="detail-title">{t(text.preview)}</h3>
      {messages.length === 0 && <p className="pane-empty">{t(text.previewNone)}</p>}
      {messages.length > 0 && (
        <pre className="mapping-code">
          {messages
            .map(
              ({ deviceNumber, sendTime, type, data }) =>
                `${sendTime} ${deviceNumber} ${type} ${JSON.stringify(data)}`,
            )
            .join('\n')}
        </pre>
      )}
    </section>
  );
}

function readMapping(written: string): { mapping: Mapping | null; problem: string | null } {
  if (written.trim() === '') return { mapping: null, problem: null };
  try {
    const judged = mappingSchema().safeParse(JSON.parse(written));
    if (judged.success) return { mapping: judged.data, problem: null };
    const places = judged.error.issues.slice(0, 3).map(({ path }) => path.join('.') || 'devices');
    return { mapping: null, problem: places.join(', ') };
  } catch {
    return { mapping: null, problem: 'JSON' };
  }
}
