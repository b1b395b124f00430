import { expect, it } from 'vitest';
import { changedFields } from './version-fields.ts';

it('names every written field in which two versions differ, and no signature of a file', () => {
  const older = {
    title: '粗车',
    titleEn: null,
    type: 'sop',
    mustRead: false,
    effectiveFrom: '2026-01-01',
    productId: '1',
    procedureId: '2',
    stationId: null,
    equipmentId: null,
    video: '/edition/api/file/a.mp4?signature=1',
    attachments: [{ url: '/edition/api/file/a.pdf?signature=1', name: 'a.pdf' }],
    content: '<p>a</p>',
    version: 1,
    publishTime: 'x',
  };
  expect(
    changedFields(older, {
      ...older,
      titleEn: '',
      video: '/edition/api/file/a.mp4?signature=2',
      attachments: [{ url: '/edition/api/file/a.pdf?signature=2', name: 'a.pdf' }],
      content: '<p>b</p>',
      version: 2,
      publishTime: 'y',
    }),
  ).toEqual([]);
  const newer = {
    title: '精车',
    titleEn: 'Turning',
    type: 'manual',
    mustRead: true,
    effectiveFrom: '2026-02-01',
    productId: '3',
    procedureId: null,
    stationId: '4',
    equipmentId: '5',
    video: null,
    attachments: [],
  };
  expect(changedFields(older, { ...older, ...newer }).toSorted()).toEqual(
    Object.keys(newer).toSorted(),
  );
});
