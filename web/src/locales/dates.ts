/** Spans of time in search rows, and what is wrong with one. */
export const dateText = {
  today: { zh: '今天', en: 'Today' },
  last7: { zh: '近7天', en: 'Last 7 days' },
  last30: { zh: '近30天', en: 'Last 30 days' },
  startMissing: { zh: '请选择开始时间', en: 'Please choose a start time' },
  startAfterEnd: { zh: '开始时间不能晚于结束时间', en: 'Start cannot be after end' },
  future: { zh: '时间不能晚于当前时间', en: 'The time cannot be in the future' },
} as const;
