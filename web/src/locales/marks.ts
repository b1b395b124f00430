/** What stands between words, and how spans of time are said. */
export const markText = {
  comma: { zh: '、', en: ', ' },
  clause: { zh: '，', en: ', ' },
  colon: { zh: '：', en: ': ' },
  labelled: { zh: '{label}：{message}', en: '{label}: {message}' },
  between: { zh: '{begin} 至 {end}', en: '{begin} to {end}' },
  since: { zh: '{begin} 起', en: 'from {begin}' },
  until: { zh: '至 {end}', en: 'until {end}' },
  days: { zh: '{n} 天', en: '{n} d' },
  hours: { zh: '{n} 小时', en: '{n} h' },
  minutes: { zh: '{n} 分', en: '{n} min' },
  seconds: { zh: '{n} 秒', en: '{n} s' },
} as const;
