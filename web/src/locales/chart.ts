/** Sentences of the frame around charts. */
export const chartText = {
  asTable: { zh: '看表格：{name}', en: 'View as table: {name}' },
  asChart: { zh: '看图：{name}', en: 'View as chart: {name}' },
  asPicture: { zh: '下载图片：{name}', en: 'Download picture: {name}' },
  asExcel: { zh: '下载Excel：{name}', en: 'Download Excel: {name}' },
  withUnit: { zh: '{label}（{unit}）', en: '{label} ({unit})' },
  span: { zh: '{from} 至 {to}', en: '{from} to {to}' },
  cut: {
    zh: '这里只列出前 {n} 行，共 {all} 行；下载的Excel包含全部',
    en: 'The first {n} of {all} rows; the Excel download has all of them',
  },
  failed: { zh: '下载失败，请重试', en: 'The download failed; please try again' },
  about: { zh: '说明', en: 'About' },
  chart: { zh: '图表', en: 'Chart' },
  note: { zh: '备注', en: 'Note' },
  period: { zh: '时间', en: 'Period' },
} as const;

/** Units of charts' columns. */
export const chartUnit = {
  percent: { zh: '%', en: '%' },
  minutes: { zh: '分钟', en: 'min' },
  perHour: { zh: '次/小时', en: 'per hour' },
  pieces: { zh: '件', en: 'pcs' },
} as const;
