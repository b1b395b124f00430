import '../entity/judgement.ts';
import { gateway } from '@millwright/contract/base/gateway';
import { firstMapping, type Mapping, mappingSchema } from '@millwright/contract/device/mapping';
import { tryMapping } from '@millwright/contract/device/sample';
import type { Text } from '@millwright/contract/kernel/text';
import { tagFor } from '@millwright/contract/registry';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { Suspense, useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { useActions } from '../entity/actions.tsx';
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
  const protocol = String(row['protocol']);
  const first = firstMapping(protocol, 'NB-MC-01');
  if (!first && written === '') return <p className="pane-empty">{t(text.mappingNone)}</p>;
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
      {protocol === 'opcua' && <SourceSignIn row={row} may={may} />}
      <label htmlFor="gateway-mapping">
        {t(text.mappingHelp)} {t(SOURCES[protocol] ?? NOTHING)}
      </label>
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
            <Button onClick={() => change(JSON.stringify(first, null, 2))}>
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
        placeholder={`${t(text.sampleHint)}${SAMPLES[protocol] ?? SAMPLES.shdr}`}
        spellCheck={false}
        rows={5}
        onChange={(event) => setSample(event.target.value)}
      />
      {read.mapping && sample.trim() !== '' && (
        <Preview protocol={protocol} mapping={read.mapping} sample={sample} />
      )}
    </div>
  );
}

/** As whom the server signs in where it reads. */
function SourceSignIn({ row, may }: { row: EntityRow; may: boolean }) {
  const actions = useActions(gateway, {});
  const user = row['sourceUser'];
  return (
    <p className="mapping-buttons">
      <span>{typeof user === 'string' ? say(text.signedIn, { user }) : t(text.anonymous)}</span>
      {may && (
        <Button onClick={() => void actions.run('signIn', [row])}>
          {t(gateway.actions.signIn.label)}
        </Button>
      )}
      <Suspense fallback={null}>{actions.dialog}</Suspense>
    </p>
  );
}

interface PreviewProps {
  protocol: string;
  mapping: Mapping;
  sample: string;
}

function Preview({ protocol, mapping, sample }: PreviewProps) {
  const { messages, unknown } = tryMapping(protocol, mapping, sample);
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
      {unknown.length > 0 && (
        <p className="mapping-unknown">
          {say(text.unmapped, { n: unknown.length, names: unknown.slice(0, 20).join(', ') })}
        </p>
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

/** How a source of a protocol names machines and items. */
const SOURCES: Readonly<Record<string, Text>> = {
  sparkplug: text.namesSparkplug,
  opcua: text.namesOpcua,
};
const NOTHING = { zh: '', en: '' };

/** What a source says, in its own words. */
const SAMPLES: Readonly<Record<string, string>> & { readonly shdr: string } = {
  shdr: '2026-03-02T08:00:00Z|execution|ACTIVE',
  opcua: '2026-03-02T08:00:00Z|ns=2;s=Machine.Status|RUN',
  sparkplug:
    '{"topic":"spBv1.0/plant/DDATA/node/NB-MC-01","timestamp":1772438400000,"metrics":[{"name":"Status","value":"RUN"}]}',
};
