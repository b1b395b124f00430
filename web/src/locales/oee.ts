/** Words of the factors of OEE, as the equipment pages and the screens on the wall say them. */
export const oeeText = {
  availability: { zh: '时间开动率 A', en: 'Availability A' },
  performance: { zh: '性能开动率 P', en: 'Performance P' },
  quality: { zh: '合格率 Q', en: 'Quality Q' },
  dataCoverage: { zh: '数据覆盖率', en: 'Data coverage' },
  beatTooLong: { zh: '标准节拍偏大，请核对', en: 'The standard beat looks too long' },
};
